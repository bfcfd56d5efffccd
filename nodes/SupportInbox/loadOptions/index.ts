export { getClassifications } from './classifications';
export { getInboxes } from './inboxes';
export { getLabels, getLabelsOrWithout } from './labels';
export { getPendingReasons, getPendingReasonsOrNone, getPendingReasonsOrWithout } from './pendingReasons';
export { getUsers, getUsersOrNone } from './users';
