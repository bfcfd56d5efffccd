import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { chosen, ofChosen } from '../loadOptions/readList';
import { list } from '../transport/client/response';
import { dropdownReader } from '../transport/engine/dropdownReader';

const PER_PAGE = 50;

/**
 * The newest tickets of the chosen inbox for the locator. The service has no search by keyword, so a number
 * finds that ticket and other text narrows the tickets that were read (API document, Ticket search).
 */
export async function searchTickets(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	const messageBoxId = chosen(this, 'messageBoxId');
	if (messageBoxId === undefined) return { results: await ofChosen(this, 'messageBoxId', async () => []) };
	const typed = filter.trim().toLowerCase();
	const number = Number(typed.replace(/^#/, ''));
	const byNumber = Number.isSafeInteger(number) && number > 0;
	const page = Number(paginationToken);
	const body: IDataObject = { per_page: PER_PAGE, page, ...(byNumber && { ticket_ids: [number] }) };

	const { read } = await dropdownReader.call(this, `tickets ${messageBoxId}`);
	const path = `/api/v2/${messageBoxId}/tickets/search`;
	const { items } = await read({ method: 'POST', path, body, expected: list('ticket_id') });
	const rows = items.map(({ json }) => ({ name: `#${String(json.ticket_id)} ${String(json.title ?? '')}`, value: json.ticket_id as number }));
	return {
		results: byNumber ? rows : rows.filter(({ name }) => name.toLowerCase().includes(typed)),
		paginationToken: items.length === PER_PAGE ? String(page + 1) : undefined,
	};
}
