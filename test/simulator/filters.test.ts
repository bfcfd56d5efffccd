/** Each field of the ticket search filters: of two tickets it finds one. The list of fields comes from the contract. */
import { codesOf, type JsonSchema, OPERATIONS, SCHEMAS } from '../contract/contract';
import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator, TicketInput } from './index';
import { sendTo, type Send } from './testClient';

const NOW = Date.parse('2026-03-11T10:00:00Z');
const DAY = 24 * 3_600_000;
const period = { date: '2026-03-11', within: '2days' };

interface Sample {
	body: object;
	found: TicketInput;
	other?: TicketInput;
}

/** By field: a body with it, a ticket that it finds, and a ticket that it does not find. */
const TICKETS: Record<string, Sample> = {
	ticket_ids: { body: { ticket_ids: [7] }, found: { id: 7 } },
	label_ids: { body: { label_ids: [3139] }, found: { label_ids: [3139] } },
	message_ids: { body: { message_ids: [70] }, found: { messages: [{ id: 70 }] } },
	has_attachments: { body: { has_attachments: true }, found: { messages: [{ attachments: [{ file_name: 'a.txt' }] }] } },
	since: { body: { since: '2026-03-11T00:00:00Z' }, found: {}, other: { created_at: NOW - DAY } },
	until: { body: { until: '2026-03-11T00:00:00Z' }, found: { created_at: NOW - DAY } },
	date: { body: { ...period, date: '2026-03-01' }, found: { created_at: NOW - 10 * DAY } },
	within: { body: period, found: {}, other: { created_at: NOW - 10 * DAY } },
	per_page: { body: { per_page: 1 }, found: {}, other: { created_at: NOW - DAY } },
	page: { body: { per_page: 1, page: 2 }, found: { created_at: NOW - DAY } },
};

/** Any other field is about the field of a message, or of a ticket, that is named like it: it finds one of its last code, or one of some id or text. */
function sampleOf([name, schema]: [string, JsonSchema]): Sample {
	const [field, code] = [name.replace(/s$/, ''), codesOf(schema).at(-1)];
	const value = code ?? (/_ids?$/.test(name) ? 7 : 'some');
	const found = field in SCHEMAS.Message.properties! ? { messages: [{ [field]: value }] } : { [field]: value };
	return { body: { [name]: name === field ? value : [value] }, found };
}

const FIELDS = Object.entries(OPERATIONS.find(({ id }) => id === 'searchTickets')!.body!.properties!)
	.map((field) => [field[0], TICKETS[field[0]] ?? sampleOf(field)] as const);

let sim: Simulator;
let send: Send;

simulatorForEachTest(
	(started) => {
		[sim, send] = [started, sendTo(started)];
		sim.store.addInbox({ id: 7, name: 'Two of each', customer_group_id: 11 });
	},
	{ clock: () => NOW },
);

it.each(FIELDS)('tickets: %s', async (field, { body, found, other }) => {
	expect(body).toHaveProperty(field);
	const [wanted, left] = [found, other].map((one) => sim.store.createTicket({ message_box_id: 7, ...one }).ticket_id);
	const search = async (by: object) => (await send('POST', '7/tickets/search', by)).data.map((row: { ticket_id: number }) => row.ticket_id);
	expect((await search({})).sort()).toEqual([wanted, left].sort());
	const where = `${field}: TICKETS in test/simulator/filters.test.ts, and test/simulator/store/search.ts`;
	expect({ [where]: await search(body) }).toEqual({ [where]: [wanted] });
});

it('templates: those of a category, in pages', async () => {
	for (const [template_name, template_category_name] of [['First', 'A'], ['Second', 'B'], ['Third', 'B']]) sim.store.addTemplate(7, { template_name, template_category_name });
	const search = async (by: object) => (await send('POST', '7/templates/search', by)).data.map((row: { template_name: string }) => row.template_name);
	expect(await search({ template_category_name: 'B' })).toEqual(['Second', 'Third']);
	expect(await search({ template_category_name: 'B', per_page: 1, page: 2 })).toEqual(['Third']);
});
