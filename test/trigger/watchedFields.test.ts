/** What else knows the fields of a ticket: each test names the next file for a new field. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { WATCHED } from '../../nodes/SupportInbox/store/ticketFields';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { SCHEMAS } from '../contract/contract';
import { codeEdits, NEVER_WATCHED, textEdits } from '../contract/ticketFields';
import type { TicketPatch } from '../simulator';
import { Scene } from './scene';

/** What a field is changed to; it is empty before. A list, and a field for an id, have a row of the simulator. */
const EDITS: Record<string, unknown> = {
	...textEdits('Another text'),
	...codeEdits((codes) => codes.at(-1)),
	assignee: 'user01',
	case_category_ids: [5001],
	label_ids: [3001],
	pending_reason_id: 202,
	status_cd: 'closed',
};

/** Codes and ids begin otherwise. */
const NAME = expect.stringMatching(/^[A-Z]/) as string;

const FIELDS = 'nodes/SupportInbox/store/ticketFields.ts';
const offered = new SupportInboxTrigger().description.properties.find(({ name }) => name === 'watchedFields')!.options as INodePropertyOptions[];

/** @returns what the first list has and the second has not */
const lacking = (all: readonly string[], some: readonly string[]) => all.filter((one) => !some.includes(one));

it('each field of a ticket in the API document is watched, or never is', () => {
	const ofTicket = Object.keys(SCHEMAS.Ticket.properties!);
	expect([
		...lacking(ofTicket, [...WATCHED, ...NEVER_WATCHED]).map((name) => `add ${name} to ${FIELDS}, with a name if Ticket Field Changed watches it, or to NEVER_WATCHED in test/contract/ticketFields.ts`),
		...lacking([...WATCHED, ...NEVER_WATCHED], ofTicket).map((name) => `describe ${name} of Ticket in test/contract/openapi.yaml`),
	]).toEqual([]);
});

it('Watched Fields offers the watched fields', () => {
	expect(offered.map(({ value }) => String(value)).sort()).toEqual([...WATCHED].sort());
});

it.each(WATCHED)('%s: a change is emitted once, alone and from the stored memory, with the name of its value under Include Names', async (field) => {
	if (!(field in EDITS)) throw new Error(`Add ${field} to EDITS in test/trigger/watchedFields.test.ts: what it is changed to`);
	const scene = await Scene.set({ events: ['ticketFieldChanged'], includeNames: true });
	const { ticket_id } = scene.store.createTicket({ title: 'A title', status_cd: 'ongoing' });
	await scene.poll();
	scene.newProcess();
	await scene.poll();
	scene.store.editTicket(ticket_id, { [field]: EDITS[field] } as TicketPatch);
	const events = await scene.allEvents();
	expect(events.map(({ changes }) => Object.keys(changes!))).toEqual([[field]]);
	const named = field === 'title' ? {} : field.endsWith('_ids') ? { to_names: [NAME] } : { to_name: NAME };
	expect(events[0].changes![field]).toMatchObject({ to: EDITS[field], ...named });
});
