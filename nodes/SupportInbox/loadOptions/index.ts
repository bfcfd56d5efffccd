export { getAddressBooks } from './addressBooks';
export { getBadges } from './badges';
export { getClassifications } from './classifications';
export { getInboxes } from './inboxes';
export { getLabels, getLabelsOrWithout } from './labels';
export { getPendingReasons, getPendingReasonsOrNone, getPendingReasonsOrWithout } from './pendingReasons';
export { getUsers, getUsersOrNoDefault, getUsersOrNone } from './users';
