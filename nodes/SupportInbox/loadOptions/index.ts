export { getAddressBooks } from './addressBooks';
export { getBadges } from './badges';
export { getClassifications, getClassificationsAndArchived, getClassificationsOrNone } from './classifications';
export { getInboxes } from './inboxes';
export { getLabels, getLabelsOrWithout } from './labels';
export { getMailAccounts } from './mailAccounts';
export { getPendingReasons, getPendingReasonsOrNone, getPendingReasonsOrWithout } from './pendingReasons';
export { getTemplateCategories, getTemplatesOrNone } from './templates';
export { getUsers, getUsersOrKeep, getUsersOrNone } from './users';
