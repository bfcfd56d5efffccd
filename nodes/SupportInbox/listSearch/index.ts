export { searchInboxes } from './inboxes';
export { searchTickets } from './tickets';
