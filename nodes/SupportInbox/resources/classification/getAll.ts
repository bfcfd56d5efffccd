import { getMany } from '../getMany';

/** API document, Inbox-scoped lists: also with archived classifications. */
export const getAll = getMany('classifications', 'List the ticket classifications of an inbox with their IDs, parents and whether they are archived');
