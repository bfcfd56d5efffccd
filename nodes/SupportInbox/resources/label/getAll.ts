import { getMany } from '../getMany';

/** API document, Inbox-scoped lists. */
export const getAll = getMany('labels', 'List the labels of an inbox with their IDs, colors and parents');
