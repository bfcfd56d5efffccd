import type { IDataObject } from 'n8n-workflow';

import { everyPage } from '../../transport/engine/pages';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import { summarized } from './summary';

const pages = everyPage({ in: 'body', maxPerPage: 50, key: 'ticket_id' }, hasTitle);

/**
 * The plan of the ticket search: every page, with the period in the document's words. A period is given
 * either by its two ends or by its length and last day (API document, Ticket search).
 */
export const searchTickets: Plan = async (item) => {
	item.request.options.body = withPeriod(item, item.request.options.body as IDataObject);
	return summarized(item, await pages(item));
};

/** @returns whether a ticket's title holds what was asked for; undefined where nothing was */
function hasTitle({ context }: ItemRequest): ((row: IDataObject) => boolean) | undefined {
	const wanted = comparable(context.getNodeParameter('filters.titleContains', ''));
	return wanted === '' ? undefined : ({ title }) => comparable(title).includes(wanted);
}

/** Neither capitals nor the way in which accents and wide letters are written make a difference. */
function comparable(text: unknown): string {
	return String(text ?? '').trim().normalize('NFKC').toLowerCase();
}

function withPeriod(item: ItemRequest, body: IDataObject): IDataObject {
	const { since, until, date, within } = body;
	const hasEnds = since !== undefined || until !== undefined;
	const hasLength = date !== undefined || within !== undefined;
	if (hasEnds && hasLength) {
		refuse(item, 'There are two periods', 'Give either Since and Until, or Period End and Period Length, not both.');
	}
	if (hasLength && (date === undefined || within === undefined)) {
		refuse(item, 'Period End and Period Length go together', 'Give the last day of the period under Period End, and how long it is under Period Length.');
	}
	if (typeof since === 'string' && typeof until === 'string' && Date.parse(since) > Date.parse(until)) {
		refuse(item, 'The period ends before it begins', 'Since must be earlier than Until.');
	}
	if (within === undefined) return body;
	const unit = item.context.getNodeParameter('filters.withinUnit', 'days');
	return { ...body, within: `${String(within)}${String(unit || 'days')}` };
}
