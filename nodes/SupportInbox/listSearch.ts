import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { fold } from './fields/fold';
import { ALL_INBOXES } from './fields/shared/locators';
import { getAddressBooks, getInboxes } from './loadOptions';
import { chosen } from './loadOptions/readList';
import { list } from './transport/client/answer';
import { noSuchPage } from './transport/client/pages';
import type { Read } from './transport/client/request';
import type { Rows } from './transport/client/response';
import type { Connection } from './transport/connection';
import { readForDropdown } from './transport/engine/dropdownReader';

/** The address books for the locator, narrowed by what the user typed. */
export async function searchAddressBooks(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return { results: matching(await getAddressBooks.call(this), filter) };
}

/** The inboxes for the locator, narrowed by what the user typed; for a search of tickets also all of them. */
export async function searchInboxes(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const all = this.getCurrentNodeParameter('operation') === 'getAll' && this.getCurrentNodeParameter('resource') === 'ticket';
	const choices = [...(all ? [{ name: ALL_INBOXES, value: ALL_INBOXES }] : []), ...(await getInboxes.call(this))];
	return { results: matching(choices, filter) };
}

const PER_PAGE = 50;

/**
 * The newest tickets of the chosen inbox for the locator. The service has no search by keyword, so a number
 * finds that ticket and other text narrows the tickets that were read (API document, Ticket search).
 *
 * @throws NodeOperationError while no inbox is chosen, or one by expression
 */
export async function searchTickets(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	const inbox = await chosen(this, 'messageBoxId');
	// A locator's entries can all be chosen; an error is shown in their place.
	if (inbox.id === undefined) throw new NodeOperationError(this.getNode(), inbox.missing.name, { description: inbox.missing.description });
	const typed = fold(filter);
	const number = Number(typed.replace(/^#/, ''));
	const byNumber = Number.isSafeInteger(number) && number > 0;
	const page = Number(paginationToken);
	const body: IDataObject = { per_page: PER_PAGE, page, ...(byNumber && { ticket_ids: [number] }) };

	const path = `/api/v2/${inbox.id}/tickets/search`;
	const ask = async (_connection: Connection, read: Read) =>
		await read({ method: 'POST', path, body, expected: list('ticket_id') }).catch(noSuchPage<Rows>(page, { items: [], rows: 0 }));
	const { items, rows } = await readForDropdown(this, path, ask);
	const choices = items.map(({ json }) => ({
		name: `#${String(json.ticket_id)} ${String(json.title ?? '')}`,
		value: json.ticket_id as number,
	}));
	return {
		results: byNumber ? choices : choices.filter(({ name }) => fold(name).includes(typed)),
		paginationToken: rows === PER_PAGE ? String(page + 1) : undefined,
	};
}

/** @returns the choices whose name or id holds what the user typed, see {@link fold} */
function matching(choices: INodePropertyOptions[], filter = ''): Array<{ name: string; value: string | number }> {
	const typed = fold(filter);
	return choices
		.filter(({ name, value }) => fold(`${name} ${String(value)}`).includes(typed))
		.map(({ name, value }) => ({ name, value: value as string | number }));
}
