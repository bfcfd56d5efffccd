import { getMany } from '../getMany';

/** API document, Address books and inboxes: it does not say whether the list has pages. */
export const getAll = getMany('inboxes', 'List the inboxes that the access token can see, with their IDs and address books');
