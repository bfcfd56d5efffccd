import type { IDataObject } from 'n8n-workflow';
import { noChange, none } from '../fields/enumerations';
import { isText } from '../transport/client/answer';
import { type ListName, DOCUMENTED, LISTS, nameOf, ownerSlotOf } from '../transport/client/lists';
import { type Load, behind, choicesOf, ofChosen, ofTenant, readList, WITHOUT_LABEL } from './readList';

/**
 * The choices of a list of the chosen inbox or address book, or of the tenant, in the service's order.
 *
 * @param choices makes the choices from the rows; by default each row by its name
 */
function choicesFrom(list: ListName, choices = (rows: readonly IDataObject[]) => choicesOf(rows, DOCUMENTED[list].key)): Load {
	const owner = ownerSlotOf(list);
	return async function () {
		const read = async (id = 0) => choices(await readList.call(this, LISTS[list](id)));
		return owner === undefined ? await ofTenant(this, read) : await ofChosen(this, owner, read);
	};
}

/** Only a locator shows these choices. A locator shows an error in place of its list, so no notice is needed. */
export const getAddressBooks: Load = async function () {
	return choicesOf(await readList.call(this, LISTS.addressBooks()), DOCUMENTED.addressBooks.key);
};

export const getInboxes = choicesFrom('inboxes');

export const getBadges = choicesFrom('badges');

/** The classifications that are not archived, with their path. */
export const getClassifications = choicesFrom('classifications', (rows) =>
	choicesOf(rows.filter(({ archived }) => archived !== true), DOCUMENTED.classifications.key),
);

/** For an update, where a classification can be moved to the first level. */
export const getClassificationsOrNone = behind(none('No Parent'), getClassifications);

/** For the classification to update: also archived ones, which an update can bring back. */
export const getClassificationsAndArchived = choicesFrom('classifications', (rows) =>
	choicesOf(
		rows.map((row) => (row.archived === true ? { ...row, name: `${nameOf(row)} (archived)` } : row)),
		DOCUMENTED.classifications.key,
	),
);

/** For a change of a ticket's classifications: archived ones are offered only for removal. */
export const getClassificationsForMode: Load = async function () {
	const load = this.getCurrentNodeParameter('&mode') === 'remove' ? getClassificationsAndArchived : getClassifications;
	return await load.call(this);
};

/** The labels, with their path. */
export const getLabels = choicesFrom('labels');

export const getLabelsOrWithout = behind(WITHOUT_LABEL, getLabels);

/** The addresses that the chosen inbox can send from. */
export const getMailAccounts = choicesFrom('mailAccounts', (rows) =>
	rows.map((row) => ({
		name: isText(row.email) ? `${nameOf(row)} <${String(row.email)}>` : nameOf(row),
		value: row.mail_account_id as number,
	})),
);

/** For a reply, which by default uses the account that its message was sent to. */
export const getMailAccountsOrAddressed = behind(noChange('Receiving Account'), getMailAccounts);

export const getPendingReasons = choicesFrom('pendingReasons', (rows) =>
	rows.map((row) => ({
		name: nameOf(row),
		value: row.pending_reason_id as number,
		description: row.is_snoozed === true ? 'Snoozes: the ticket comes back by itself' : undefined,
	})),
);

/** For an update, where the reason can be cleared. */
export const getPendingReasonsOrNone = behind(none('No Pending Reason'), getPendingReasons);

/** For a search: `-1` selects tickets without a pending reason (API document, Ticket search). */
export const getPendingReasonsOrWithout = behind({ name: 'No Pending Reason', value: -1 }, getPendingReasons);

/**
 * The mail templates under their category. The choice of no template comes first, also while no inbox is chosen: n8n marks a
 * value red if the list does not contain it.
 */
export const getTemplatesOrNone = behind(
	none('No Template'),
	choicesFrom('templates', (rows) =>
		rows.map((row) => ({
			name: [row.template_category_name, nameOf(row)].filter((part) => isText(part) && part !== '').join(' / '),
			value: row.template_id as number,
		})),
	),
);

/** The categories of the templates, each once; the service finds templates by the exact name (API document, Template search). */
export const getTemplateCategories = choicesFrom('templates', (rows) => {
	const names = rows.map((row) => String(row.template_category_name ?? ''));
	return [...new Set(names)].filter((name) => name !== '').map((name) => ({ name, value: name }));
});

/** The users, without deleted and locked ones unless the node already contains their mention name. */
export const getUsers: Load = async function () {
	return await ofTenant(this, async () => {
		const rows = await readList.call(this, LISTS.users());
		const isActive = (row: IDataObject) => row.status_cd === 'available';
		const chosen = JSON.stringify(this.getCurrentNodeParameters() ?? {});
		const isGone = (row: IDataObject) => ['deleted', 'locked'].includes(String(row.status_cd));
		const others = rows.filter((row) => !isActive(row) && (!isGone(row) || chosen.includes(JSON.stringify(row.mention_name))));
		return [...rows.filter(isActive), ...others].map((row) => {
			const state = isActive(row) || !isText(row.status_cd) ? '' : ` (${String(row.status_cd)})`;
			return { name: `${nameOf(row)}${state}`, value: String(row.mention_name) };
		});
	});
};

/** For fields where "nobody" is one of the choices. */
export const getUsersOrNone = behind(none('No Assignee'), getUsers);

/** For fields that are always shown and change nothing until the user says so. */
export const getUsersOrKeep = behind(noChange('No Change'), getUsersOrNone);
