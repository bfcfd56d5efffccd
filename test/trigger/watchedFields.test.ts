/** What else knows the fields of a ticket: each test names the next file for a new field. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { type WatchedField, WATCHED } from '../../nodes/SupportInbox/store/ticketFields';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { SCHEMAS } from '../contract/contract';
import { NEVER_WATCHED, textEdits } from '../contract/ticketFields';
import type { TicketPatch } from '../simulator';
import { Scene } from './scene';

/** What a field is changed to; it is empty before. */
const EDITS: Partial<Record<WatchedField, unknown>> = {
	...textEdits('Another text'),
	assignee: 'user01',
	case_category_ids: [5001],
	color_cd: 'red',
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

it('Watched Fields offers the watched fields, and the page names them', () => {
	const values = offered.map(({ value }) => String(value));
	const [, sentence = ''] = /\*\*Ticket Field Changed\*\*([^\n]*)/.exec(readFileSync(join(__dirname, '../../docs/trigger.md'), 'utf8')) ?? [];
	expect([
		...lacking(WATCHED, values),
		...lacking(values, WATCHED),
		...offered.filter(({ name }) => !sentence.includes(name.toLowerCase())).map(({ name }) => `name ${name.toLowerCase()} under Ticket Field Changed in docs/trigger.md`),
	]).toEqual([]);
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
