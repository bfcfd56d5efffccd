export { getAddressBooks } from './methods/addressBooks';
export { getBadges } from './methods/badges';
export { getClassifications, getClassificationsAndArchived, getClassificationsForMode, getClassificationsOrNone } from './methods/classifications';
export { getInboxes } from './methods/inboxes';
export { getLabels, getLabelsOrWithout } from './methods/labels';
export { getMailAccounts, getMailAccountsOrAddressed } from './methods/mailAccounts';
export { getPendingReasons, getPendingReasonsOrNone, getPendingReasonsOrWithout } from './methods/pendingReasons';
export { getTemplateCategories, getTemplatesOrNone } from './methods/templates';
export { getUsers, getUsersOrKeep, getUsersOrNone } from './methods/users';
