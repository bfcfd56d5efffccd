/** A fault of ours in the work of one inbox: it is that inbox's failure, and nothing of it outlives the poll. */
import { InboxStore } from '../../nodes/SupportInbox/store/inboxStore';
import { OwnWrites } from '../../nodes/SupportInbox/store/ownWrites';
import { Store } from '../../nodes/SupportInbox/store/store';
import { Details } from '../../nodes/SupportInbox/store/tickets';
import { HOUR, MINUTE } from '../../nodes/SupportInbox/store/time';
import type { TicketEvent } from '../../nodes/SupportInbox/trigger/detect/events';
import { Resync } from '../../nodes/SupportInbox/trigger/phases/reader';
import type { EventName } from '../../nodes/SupportInbox/trigger/properties/settings';
import { sampled } from '../harness/scope';
import { Scene } from './scene';

const CLASSES = [Details, InboxStore, OwnWrites, Resync];
const METHODS = CLASSES.flatMap(({ prototype }) =>
	Object.getOwnPropertyNames(prototype)
		.filter((name) => name !== 'constructor' && typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === 'function')
		.map((name): [string, object, string] => [`${prototype.constructor.name}.${name}`, prototype, name]),
);

/** @returns the name of a test's row; a method that is renamed is an error of the compiler here */
const rowOf = <T>({ name }: { prototype: T; name: string }, method: keyof T & string) => `${name}.${method}`;

/** These take in what a node of the process has read or written: no poll is under way, and its write has been sent. */
const OF_NODES = [rowOf(InboxStore, 'recordWrite'), rowOf(OwnWrites, 'add'), rowOf(OwnWrites, 'haveSnoozed')];
/** Called after a fault, an hour after a ticket was deleted, and by a node that holds back a write. */
const NOT_CALLED = [rowOf(Details, 'drop'), rowOf(Details, 'delete'), rowOf(InboxStore, 'dropDetails'), rowOf(OwnWrites, 'ofExecution')];
/** This is called where the look-back fits into a page. */
const OF_SMALL = [rowOf(Resync, 'readWhole')];

const nameOf = ({ event, message_box_id, ticket_id, message, comment }: TicketEvent) => [event, message_box_id, ticket_id, message?.message_id, comment?.comment].filter(Boolean).join(' ');

/**
 * Something of each kind happens in two inboxes: new tickets, more than fit into a page; messages dated now, back and in one
 * second; comments; edits, by people and by the workflow; a ticket that cannot be shown for some polls.
 *
 * @param fault called before the polls in which it happens
 * @returns what was emitted, and the failures of the polls
 */
async function day(fault: () => void = () => {}, isSmall = false): Promise<{ emitted: string[]; failures: string[] }> {
	const inboxes = [101, 102];
	const events: EventName[] = isSmall ? ['ticketCreated', 'ticketFieldChanged'] : ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketUnanswered'];
	const scene = await Scene.set({ events, inboxes, startedBy: ['customer'], includeMessages: true, ignoreOwn: 'allWorkflows' });
	const { store } = scene;
	// The last ones are older than the look-back, so they are read again by their ids.
	const old = scene.create(isSmall ? 16 : 60, (place) => ({ message_box_id: inboxes[place % 2], created_at: scene.now - (place < 50 ? 2 : 30) * HOUR - place * MINUTE }));
	await scene.eventsOf(3);
	const emitted: string[] = [];
	const failures: string[] = [];
	const poll = async () => {
		const { events, report } = (await scene.poll())!;
		emitted.push(...events.map(nameOf));
		// A ticket that cannot be shown is reported too, and is no failure of its inbox.
		for (const failure of [report.thrown, ...report.reported]) if (failure && failure.ticketId === undefined) failures.push(`${failure.messageBoxId} ${String(failure.error)}`);
	};
	/** @param count the new tickets of inbox 101 */
	const happen = (count: number) => {
		for (const [place, message_box_id] of inboxes.entries()) {
			scene.create(place === 0 ? count : 2, () => ({ message_box_id, messages: [{}] }));
			const [hidden] = scene.create(1, () => ({ message_box_id }));
			store.unshowable.hide(hidden.ticket_id, { status: place === 0 ? 404 : 500, until: scene.now + 5 * MINUTE });
			store.addMessage(old[place].ticket_id);
			store.addMessage(old[place + 2].ticket_id, { sent_at: scene.now - HOUR });
			store.addComment(old[place + 8].messages[0].message_id, { comment: `Comment ${count}`, commenter: 'user01' });
			store.editTicket(old[place + 4].ticket_id, { title: 'Renamed' });
			const { ticket_id } = store.editTicket(old[place + 6].ticket_id, { color_cd: 'red' });
			const sent = { path: '', confirmed: true, workflowId: 'mine', sentAt: scene.now - 1, answeredAt: scene.now, onService: null };
			const values = { messageBoxId: message_box_id };
			scene.session.of(Store).recordWrite({ ...sent, method: 'PUT', values: { ...values, ticketId: ticket_id }, body: { color_cd: 'red' }, answer: {} });
			scene.session.of(Store).recordWrite({ ...sent, method: 'POST', values, body: {}, answer: { ticket_id: 9_000_001, message_id: 9_000_001 } });
		}
	};
	fault();
	happen(isSmall ? 2 : 52);
	await poll();
	happen(2);
	for (let polls = 0; polls < 14; polls++) await poll();
	return { emitted: emitted.sort(), failures };
}

describe('a fault in the work of an inbox', () => {
	let usual: string[];
	let usualOfSmall: string[];

	beforeAll(async () => {
		const [large, small] = [await day(), await day(undefined, true)];
		[usual, usualOfSmall] = [large.emitted, small.emitted];
		expect([...large.failures, ...small.failures]).toEqual([]);
		expect(new Set(usual).size).toBe(usual.length);
	});

	const some = sampled(METHODS.filter(([name]) => !NOT_CALLED.includes(name)), ([name]) => [name.split('.')[0], OF_NODES.includes(name)]);

	it.each(some)('in %s: the inbox fails in that poll, and nothing is lost or doubled', async (what, prototype, method) => {
		const isSmall = OF_SMALL.includes(what);
		let thrown = 0;
		const spied = jest.spyOn(prototype as Record<string, () => unknown>, method);
		const { emitted, failures } = await day(() => {
			spied.mockImplementationOnce(() => {
				thrown += 1;
				throw new TypeError('broken');
			});
		}, isSmall);
		spied.mockRestore();
		expect({ thrown, failures }).toEqual({ thrown: 1, failures: OF_NODES.includes(what) ? [] : [expect.stringMatching(/^10[12] TypeError: broken/)] });
		// The clean reader has forgotten the writes of this process.
		const expected = isSmall ? usualOfSmall : usual;
		expect(emitted.filter((name) => expected.includes(name))).toEqual(expected);
		expect(new Set(emitted).size).toBe(emitted.length);
	});
});
