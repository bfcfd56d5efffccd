import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { PersonalData } from '../../../nodes/SupportInbox/output/personalData/personalData';
import { htmlToText } from '../../../nodes/SupportInbox/output/text/htmlToText';
import { type InventedTicket, inventedTickets, type Kind } from './tickets';

const owner = { context: { getNode: () => ({}) }, connection: { hashOf: (text: string) => createHmac('sha256', 'token').update(text).digest('hex') } } as never;

/** @returns the texts of a ticket as a model gets them */
function hiddenTexts({ title, messages }: InventedTicket): string {
	const bodies = messages.map(({ body, is_html, ...message }) => ({ ...message, body: is_html ? htmlToText(body) : body }));
	const ticket = { title, messages: bodies } as unknown as IDataObject;
	const hidden = PersonalData.ofTicket(owner, ticket).record(ticket) as { title: string; messages: IDataObject[] };
	return [hidden.title, ...hidden.messages.flatMap((message) => Object.values(message))].join('\u0000');
}

// Another seed than the one that the rules were tried with. docs/privacy.md has these figures.
const tickets = inventedTickets(2026).map((ticket) => ({ ...ticket, hidden: hiddenTexts(ticket) }));
/** What is HTML in a body is text by then. */
const asText = (text: string) => text.replace(/<br>/g, '\n').replace(/[<>]/g, '');

it.each<[Kind, most: number, seen: number]>([
	['email', 900, 0],
	['phone', 350, 0],
	['card', 100, 0],
	['myNumber', 100, 0],
	['postalAddress', 80, 0],
	['name', 1_300, 0.01],
])('hides each %s, but for the share that the page says', (kind, least, share) => {
	const all = tickets.flatMap(({ known, hidden }) => known.filter((one) => one.kind === kind).map((one) => ({ ...one, hidden })));
	// A short name occurs in other words too: it is seen where what was before and behind it is there still.
	const seen = all.filter(({ value, before, after, hidden }) => [before + value, value + after].every((text) => hidden.includes(asText(text))));
	expect(all.length).toBeGreaterThan(least);
	expect(seen.length / all.length).toBeLessThanOrEqual(share);
});

it('replaces no order number, date, amount or price', () => {
	const all = tickets.flatMap(({ harmless, hidden }) => harmless.map((value) => ({ value, hidden })));
	expect(all.length).toBeGreaterThan(300);
	expect(all.filter(({ value, hidden }) => !hidden.includes(value)).map(({ value }) => value)).toEqual([]);
});
