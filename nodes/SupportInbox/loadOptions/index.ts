import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { LISTS, nameOf } from '../transport/client/lists';
import { choicesOf, labelsOf, ofChosen, ofTenant, readList, WITHOUT_LABEL } from './readList';
import { keep, none } from '../fields/enumerations';

/** API document, Address books and inboxes: the list comes as a whole. */
export async function getAddressBooks(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return choicesOf(await readList.call(this, LISTS.addressBooks()), 'customer_group_id');
}

/** The badges of the chosen address book in the service's order (API document, Badge). */
export async function getBadges(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'customerGroupId', async (book) =>
		choicesOf(await readList.call(this, LISTS.badges(book)), 'badge_id'),
	);
}

/** The classifications of the chosen inbox that are not archived, with their path (API document, Ticket classification). */
export async function getClassifications(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.classifications(inbox));
		return choicesOf(rows.filter(({ archived }) => archived !== true), 'case_category_id');
	});
}

/** For an update, where a classification can be moved to the first level. */
export async function getClassificationsOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Parent'), ...(await getClassifications.call(this))];
}

/** For a change of a ticket's classifications: an archived one is offered only where it is taken away. */
export async function getClassificationsForMode(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const load = this.getCurrentNodeParameter('&mode') === 'remove' ? getClassificationsAndArchived : getClassifications;
	return await load.call(this);
}

/** For the choice of what to update: an archived classification can be brought back. */
export async function getClassificationsAndArchived(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.classifications(inbox));
		const marked = rows.map((row) => (row.archived === true ? { ...row, name: `${String(row.name)} (archived)` } : row));
		return choicesOf(marked, 'case_category_id');
	});
}

/** API document, Address books and inboxes: the list comes as a whole. */
export async function getInboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofTenant(this, async () => choicesOf(await readList.call(this, LISTS.inboxes()), 'message_box_id'));
}

/** The labels of the chosen inbox with their path, in the service's order (API document, Label). */
export async function getLabels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => await labelsOf(this, inbox));
}

export async function getLabelsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [WITHOUT_LABEL, ...(await getLabels.call(this))];
}

/** The addresses that the chosen inbox can send from, in screen order (API document, Sending mail account). */
export async function getMailAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.mailAccounts(inbox));
		return rows.map((row) => ({
			name: `${String(row.name)} <${String(row.email)}>`,
			value: row.mail_account_id as number,
		}));
	});
}

/** For a reply, which has an account of its own unless it was sent to several. */
export async function getMailAccountsOrAddressed(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [keep('The One That the Message Was Sent To'), ...(await getMailAccounts.call(this))];
}

/** The pending reasons of the chosen inbox in screen order (API document, Pending reason). */
export async function getPendingReasons(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.pendingReasons(inbox));
		return rows.map((row) => ({
			name: String(row.name),
			value: row.pending_reason_id as number,
			description: row.is_snoozed === true ? 'Snoozes: the ticket comes back by itself' : undefined,
		}));
	});
}

/** For an update, where the reason can be cleared. */
export async function getPendingReasonsOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Pending Reason'), ...(await getPendingReasons.call(this))];
}

/** For a search: `-1` selects tickets without a pending reason (API document, Ticket search). */
export async function getPendingReasonsOrWithout(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Without Pending Reason', value: -1 }, ...(await getPendingReasons.call(this))];
}

/**
 * The mail templates of the chosen inbox under their category, in screen order (API document, Template). The choice of no
 * template comes first, also while no inbox is chosen: n8n marks a value red that the list does not have.
 */
export async function getTemplatesOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const templates = await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.templates(inbox));
		return rows.map((row) => ({
			name: [row.template_category_name, row.template_name].filter(Boolean).join(' / '),
			value: row.template_id as number,
		}));
	});
	return [none('No Template'), ...templates];
}

/** Their categories, each once; the service finds templates by the exact name (API document, Template search). */
export async function getTemplateCategories(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.templates(inbox));
		const names = rows.map((row) => String(row.template_category_name ?? ''));
		return [...new Set(names)].filter((name) => name !== '').map((name) => ({ name, value: name }));
	});
}

/** The tenant's users with their mention names, without deleted and locked ones, but with those that the node names already (API document, User). */
export async function getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofTenant(this, async () => {
		const rows = await readList.call(this, LISTS.users());
		const isActive = (row: (typeof rows)[number]) => row.status_cd === 'available';
		const chosen = JSON.stringify(this.getCurrentNodeParameters() ?? {});
		const isGone = (row: (typeof rows)[number]) => ['deleted', 'locked'].includes(String(row.status_cd));
		const others = rows.filter((row) => !isActive(row) && (!isGone(row) || chosen.includes(JSON.stringify(row.mention_name))));
		return [...rows.filter(isActive), ...others].map((row) => {
			const state = isActive(row) ? '' : ` (${String(row.status_cd)})`;
			return { name: `${nameOf(row)}${state}`, value: String(row.mention_name) };
		});
	});
}

/** For fields where nobody is a choice of its own. */
export async function getUsersOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [none('No Assignee'), ...(await getUsers.call(this))];
}

/** For fields that are always shown and change nothing until the user says so. */
export async function getUsersOrKeep(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [keep('Leave as It Is'), ...(await getUsersOrNone.call(this))];
}
