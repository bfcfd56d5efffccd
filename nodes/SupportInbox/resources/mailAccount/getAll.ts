import { getMany } from '../getMany';

/** API document, Inbox-scoped lists: in screen order. */
export const getAll = getMany('mailAccounts', 'List the accounts that mail can be sent from in an inbox, with their IDs and addresses');
