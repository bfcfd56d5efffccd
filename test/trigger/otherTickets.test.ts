/** Include Other Tickets: which tickets an event shows beside its own. */
import type { INodeParameters } from 'n8n-workflow';
import { Store } from '../../nodes/SupportInbox/store/store';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { recordSenders } from '../../nodes/SupportInbox/trigger/otherTickets';
import type { TriggerState } from '../../nodes/SupportInbox/trigger/state/state';
import { pollerOf } from '../harness/engine';
import { sessionAt } from '../harness/session';
import { simulatorOfEachTest } from '../harness/simulator';
import type { TicketInput } from '../simulator';
import { activated } from './activated';
import { hashOf } from './longRun/driver';
import { details, inbox, memory, message, NOW, settings, ticket } from './samples';
import { type Chosen, Scene } from './scene';

const CHOSEN: Chosen = { events: ['ticketCreated', 'newMessage'], startedBy: ['customer', 'memo'], includeMessages: true, includeOtherTickets: true, skipFirstMessage: true };
const SUPPORT = 'support101@tenant.example';
const ANNA = 'Anna <anna@mail.example>';

type Headers = { from?: string; reply_to?: string; to?: string; cc?: string; title?: string };
const written = (headers: Headers, more: TicketInput = {}): TicketInput => ({ message_box_id: 101, ...more, messages: [{ to: SUPPORT, ...headers }] });
const shownOf = ({ other_tickets: others }: TicketEvent) => others && others.map(({ ticket_id }) => ticket_id);

/** @returns what the event of the last of these tickets shows, with 1 for the first one */
async function lastOf(tickets: Headers[], chosen: Chosen = {}): Promise<number[] | null | undefined> {
	const scene = await Scene.begun({ ...CHOSEN, ...chosen });
	const ids: number[] = [];
	let shown: ReturnType<typeof shownOf>;
	for (const headers of tickets) {
		ids.push(scene.store.createTicket(written(headers)).ticket_id);
		shown = shownOf((await scene.events()).at(-1)!);
	}
	return shown && shown.map((id) => 1 + ids.indexOf(id));
}

describe('in n8n', () => {
	const service = simulatorOfEachTest();

	it.each<[string, INodeParameters]>([['simplified', {}], ['whole', { simplify: false }]])('shows the ids, statuses and ages, and sends no request for it: %s', async (_form, parameters) => {
		const requests: number[] = [];
		for (const [place, includeOtherTickets] of [false, true].entries()) {
			const poll = await activated(service, { events: ['ticketCreated'], ...parameters, options: { includeOtherTickets } });
			const before = service.requests.length;
			const { ticket_id } = service.store.createTicket(written({ from: `Anna <anna${place}@mail.example>` }));
			await poll();
			service.store.createTicket(written({ from: `ANNA${place}@mail.example` }));
			const [event] = await poll();
			requests.push(service.requests.length - before);
			if (includeOtherTickets) expect(event.other_tickets).toEqual([{ ticket_id, message_box_id: 101, status_cd: 'open', age_hours: 0 }]);
			else expect(event).not.toHaveProperty('other_tickets');
		}
		expect(requests[1]).toBeLessThanOrEqual(requests[0]);
	});

	it('shows an empty list in a test event, so that the field can be chosen', async () => {
		service.store.createTicket(written({ from: ANNA }));
		const [event] = (await pollerOf(service, { messageBoxIds: [101], events: ['ticketCreated'], options: { includeOtherTickets: true } }).poll('manual')) ?? [];
		expect(event.json.other_tickets).toEqual([]);
	});
});

it.each<[string, Headers[], number[] | null]>([
	['the same address, with another name and in other letters', [{ from: ANNA }, { from: 'a.b <ANNA@Mail.example>' }], [1]],
	['the person whom a web form names in Reply-To', [{ from: 'no-reply@form.example', reply_to: ANNA }, { from: ANNA }], [1]],
	['nobody else', [{ from: ANNA }, { from: 'Ben <ben@mail.example>' }], []],
	['two people who use one web form', [{ from: 'form@shop.example', reply_to: ANNA }, { from: 'form@shop.example', reply_to: 'ben@mail.example' }], []],
	['a web form that once named nobody', [{ from: 'form@shop.example' }, { from: 'form@shop.example', reply_to: ANNA }, { from: 'form@shop.example' }], null],
	['a web form that writes as the account', [{ from: SUPPORT }, { from: SUPPORT }], null],
	['a robot', [{ from: 'no-reply@shop.example' }, { from: 'no-reply@shop.example' }], null],
	['a list', [{ from: ANNA, reply_to: 'all@lists.mail.example' }, { from: 'ben@mail.example', reply_to: 'all@lists.mail.example' }], null],
	['a list that stands in To', [{ from: ANNA, to: 'team@club.example', reply_to: 'team@club.example' }, { from: 'ben@mail.example', to: 'team@club.example', reply_to: 'team@club.example' }], null],
	['several senders', [{ from: `${ANNA}, ben@mail.example` }, { from: `${ANNA}, ben@mail.example` }], null],
	['several addresses in Reply-To', [{ from: ANNA, reply_to: 'anna@mail.example, ben@mail.example' }, { from: ANNA, reply_to: 'anna@mail.example, ben@mail.example' }], null],
	['no address, as in other channels', [{ from: 'anna' }, { from: 'anna' }], null],
])('the other ticket of %s', async (_name, tickets, others) => {
	expect(await lastOf(tickets)).toEqual(others);
});

it('takes the account of another inbox for nobody once it has sent a mail from there', async () => {
	const scene = await Scene.begun({ ...CHOSEN, inboxes: [101, 102] });
	await scene.poll();
	const [ours] = scene.create(1, () => written({ from: ANNA, to: 'sales@tenant.example, x@mail.example' }));
	scene.store.addMessage(ours.ticket_id, { from: 'Sales <sales@tenant.example>', action_cd: 'sent' });
	scene.create(2, () => written({ from: 'sales@tenant.example' }));
	expect((await scene.events()).map(shownOf)).toEqual([[], null, null]);
});

it('shows those that wait first, then the newest, of all inboxes, as they are now, and none that is gone', async () => {
	const scene = await Scene.begun({ ...CHOSEN, events: ['ticketCreated', 'ticketClosed'], inboxes: [101, 102] });
	await scene.poll();
	const of = (status_cd: 'open' | 'closed' | 'ongoing', message_box_id: number) => {
		scene.now += HOUR;
		return scene.store.createTicket(written({ from: ANNA }, { status_cd, message_box_id })).ticket_id;
	};
	const [first, closed, held, gone] = [of('open', 101), of('closed', 102), of('ongoing', 102), of('open', 101)];
	await scene.eventsOf(3);
	scene.store.editTicket(first, { status_cd: 'closed' });
	scene.store.removeTicket(gone);
	await scene.eventsOf(70);
	scene.store.createTicket(written({ from: ANNA }));
	const event = (await scene.events()).at(-1)!;
	expect(event.other_tickets).toEqual([
		{ ticket_id: held, message_box_id: 102, status_cd: 'ongoing', age_hours: 2 },
		{ ticket_id: closed, message_box_id: 102, status_cd: 'closed', age_hours: 3 },
		{ ticket_id: first, message_box_id: 101, status_cd: 'closed', age_hours: 4 },
	]);
});

it('knows the senders after a restart, and stores no address and nothing without the option', async () => {
	const scene = await Scene.begun(CHOSEN);
	const { ticket_id } = scene.store.createTicket(written({ from: ANNA }));
	await scene.events();
	expect(JSON.stringify(scene.memory)).not.toContain('anna');
	scene.newProcess();
	scene.store.createTicket(written({ from: ANNA }));
	expect((await scene.events()).map(shownOf)).toEqual([[ticket_id]]);
	scene.settings = { ...scene.settings, includeOtherTickets: false };
	await scene.poll();
	expect(JSON.stringify(scene.memory)).not.toMatch(/"by":|"shared":/);
});

it('takes 30 KB of the state for 2,000 tickets', () => {
	const session = sessionAt(() => NOW);
	const ids = Array.from({ length: 2_000 }, (_, place) => place + 1);
	for (const ticket_id of ids) {
		const headers = { from: `form${ticket_id}@mail.example`, reply_to: `customer${ticket_id}@mail.example` };
		session.of(Store).of(101).recordDetails(details(ticket({ ticket_id }), [message(ticket_id, 0, headers)]));
	}
	const state: TriggerState = { version: 1, revision: 1, origin: '', watched: [], inboxes: { 101: inbox({}, Object.fromEntries(ids.map((id) => [id, memory()]))) } };
	const before = JSON.stringify(state).length;
	recordSenders(state, { session, settings: settings({ includeOtherTickets: true }), hashOf });
	const size = JSON.stringify(state).length - before;
	expect(size).toBeGreaterThan(25_000);
	expect(size).toBeLessThan(30_000);
});

it('answers the newest message of an old ticket by the sender of its first one', async () => {
	const scene = await Scene.begun(CHOSEN);
	const [one, other] = scene.create(2, (place) => written({ from: place === 0 ? ANNA : 'ben@mail.example' }));
	await scene.events(10 * MINUTE);
	const third = scene.store.createTicket(written({ from: ANNA })).ticket_id;
	await scene.events();
	scene.store.addMessage(other.ticket_id, { from: ANNA, to: SUPPORT });
	scene.store.addMessage(one.ticket_id, { from: 'ben@mail.example', to: SUPPORT });
	const events = await scene.events();
	expect(events.map((event) => [event.ticket_id, shownOf(event)])).toEqual([[one.ticket_id, [third]], [other.ticket_id, []]]);
});
