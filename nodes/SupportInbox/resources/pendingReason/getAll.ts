import { getMany } from '../getMany';

/** API document, Inbox-scoped lists: the list comes as a whole, in screen order. */
export const getAll = getMany('pendingReasons', 'List what tickets of an inbox can wait for, with IDs and whether they come back by themselves');
