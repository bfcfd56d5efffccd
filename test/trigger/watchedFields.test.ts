/** What else knows the fields of a ticket: for one who adds a field, or watches one more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { WATCHED, type WatchedField } from '../../nodes/SupportInbox/trigger/watchedFields';
import { SCHEMAS } from '../contract/contract';
import type { TicketPatch } from '../simulator';
import { WATCHED_FIELDS } from './longRun/events';

import { Scene } from './scene';

/** Fields of a ticket that say nothing of a change, move with each of them, or are an event of their own. */
const NEVER_WATCHED = ['ticket_id', 'created_at', 'last_updated_at', 'messages'];

/** What a field is changed to; it is empty before. */
const EDITS: Record<WatchedField, unknown> = {
	assignee: 'user01',
	case_category_ids: [5001],
	color_cd: 'red',
	label_ids: [3001],
	pending_reason_id: 202,
	status_cd: 'closed',
	title: 'Another title',
};

const offered = new SupportInboxTrigger().description.properties.find(({ name }) => name === 'onlyTheseFields')!.options as INodePropertyOptions[];

it('each field of a ticket in the API document is watched, or never is', () => {
	expect([...WATCHED, ...NEVER_WATCHED].sort()).toEqual(Object.keys(SCHEMAS.Ticket.properties!).sort());
});

it('Only These Fields offers the watched fields, the page names them, and the long run watches them', () => {
	expect(offered.map(({ value }) => value).sort()).toEqual([...WATCHED].sort());
	expect([...WATCHED_FIELDS].sort()).toEqual([...WATCHED].sort());
	const [, sentence = ''] = /\*\*Ticket Changed\*\*([^\n]*)/.exec(readFileSync(join(__dirname, '../../docs/trigger.md'), 'utf8')) ?? [];
	expect(offered.map(({ name }) => name.toLowerCase()).filter((name) => !sentence.includes(name))).toEqual([]);
});

it.each(WATCHED)('%s: a change is given once, alone and from the stored memory', async (field) => {
	const scene = await Scene.set({ events: ['ticketChanged'] });
	const { ticket_id } = scene.store.createTicket({ message_box_id: 101, title: 'A title', status_cd: 'ongoing' });
	await scene.poll();
	scene.newProcess();
	await scene.poll();
	scene.store.editTicket(ticket_id, { [field]: EDITS[field] } as TicketPatch);
	const events = await scene.allEvents();
	expect(events.map(({ changes }) => Object.keys(changes!))).toEqual([[field]]);
	expect(events[0].changes![field]!.to).toEqual(EDITS[field]);
});
