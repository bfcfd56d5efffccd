import { getMany } from '../getMany';

/** API document, Address books and inboxes. */
export const getAll = getMany('badges', 'List the badges of an address book with their IDs');
