export { searchAddressBooks } from './addressBooks';
export { searchInboxes } from './inboxes';
export { searchTickets } from './tickets';
