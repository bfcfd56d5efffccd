import type { IDataObject } from 'n8n-workflow';
import { Store } from '../../nodes/SupportInbox/store/store';
import { DAY, HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { Settings } from '../../nodes/SupportInbox/trigger/properties/settings';
import type { Ticket } from '../simulator';
import type { TicketPatch } from '../simulator/store/inputs';
import { requestOf } from './longRun/service';
import { CHANGES } from './samples';
import { Scene } from './scene';

describe('Ignore Own Changes, where n8n begins each poll with the memory that was saved last', () => {
	it.each([1, 2, 3])('does not emit the comment and the change of a node after %i polls that emitted nothing', async (polls) => {
		const scene = await Scene.set({ events: ['newComment', 'ticketFieldChanged'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1);
		for (let poll = 0; poll < 6; poll++) await scene.poll(HOUR);
		const bringBack = scene.save();
		// So long after the last look at the ticket, somebody else may have moved it too: its messages are read.
		scene.now += 5 * MINUTE;
		await write(scene, ticket, { assignee: 'user01', assign_comment: 'Please' });
		expect(ticket).toMatchObject({ assignee: 'user01', messages: [{ comments: [{ comment_type: 'assign' }] }] });
		for (let poll = 0; poll <= polls; poll++) {
			expect(await scene.events()).toEqual([]);
			bringBack();
		}
	});

	it('does not emit the comment of a write that was answered after a poll had read its ticket', async () => {
		const scene = await Scene.set({ events: ['newComment', 'ticketCreated'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1);
		for (let poll = 0; poll < 6; poll++) await scene.poll(HOUR);
		const answered = await write(scene, ticket, { assignee: 'user01', assign_comment: 'Please' }, { isAnswered: false });
		scene.store.unshowable.hide(ticket.ticket_id, { status: 500, until: scene.now + 90 * SECOND });
		scene.create(1);
		expect((await scene.events()).map(({ event }) => event)).toEqual(['ticketCreated']);
		const bringBack = scene.save();
		answered();
		for (let poll = 0; poll < 4; poll++) {
			expect(await scene.events(59 * SECOND)).toEqual([]);
			bringBack();
		}
	});

	it('does not emit the change of a node when the poll that took it in, and emitted something else, was not saved', async () => {
		const scene = await Scene.set({ events: ['ticketCreated', 'ticketFieldChanged'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1);
		await scene.eventsOf(3);
		const bringBack = scene.save();
		await write(scene, ticket, { status_cd: 'closed' });
		scene.create(1);
		for (let poll = 0; poll < 2; poll++) {
			expect((await scene.events()).map(({ event }) => event)).toEqual(['ticketCreated']);
			bringBack();
		}
	});

	it('emits none of two writes before the ticket is read again: a snooze, and its end', async () => {
		const scene = await Scene.set({ events: ['newComment'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1, () => ({ created_at: scene.now - 2 * DAY }));
		await scene.eventsOf(3);
		await write(scene, ticket, { status_cd: 'ongoing', pending_reason_id: scene.store.inbox(101).pendingReasons.find(({ is_snoozed }) => is_snoozed)!.pending_reason_id });
		await write(scene, ticket, { status_cd: 'open' });
		expect(ticket.messages.flatMap(({ comments }) => comments.map(({ comment_type }) => comment_type))).toEqual(['snooze', 'canceled_snooze']);
		expect(await scene.eventsOf(5)).toEqual([]);
		scene.store.addComment(ticket.messages[0].message_id, { comment_type: 'comment', comment: 'Of a person', commenter: 'user01' });
		expect((await scene.eventsOf(5)).map((event) => (event.comment as IDataObject).comment)).toEqual(['Of a person']);
	});
});

it('does not emit the comment of a node if a person takes its assignee back at once, so that rows do not show the write', async () => {
	const scene = await Scene.set({ events: ['newComment', 'newMessage'], ignoreOwn: 'allWorkflows' });
	const [ticket] = scene.create(1, () => ({ created_at: scene.now - 2 * HOUR }));
	await scene.eventsOf(3);
	scene.store.addMessage(ticket.ticket_id, {});
	await write(scene, ticket, { assignee: 'user01', assign_comment: 'Please' });
	scene.store.editTicket(ticket.ticket_id, { assignee: null });
	expect((await scene.eventsOf(5, { after: 3 * SECOND })).map(({ event }) => event)).toEqual(['newMessage']);
});

it('emits what a person sets later, also where the same write of a node was taken back before a poll saw it', async () => {
	const scene = await Scene.set({ events: ['ticketFieldChanged'], ignoreOwn: 'allWorkflows' });
	const [ticket] = scene.create(1);
	await scene.eventsOf(3);
	await write(scene, ticket, { status_cd: 'closed' });
	scene.store.editTicket(ticket.ticket_id, { status_cd: 'open' });
	expect(await scene.eventsOf(2)).toEqual([]);
	scene.store.editTicket(ticket.ticket_id, { status_cd: 'closed' });
	expect((await scene.events()).map(({ changes }) => changes)).toEqual([{ status_cd: { from: 'open', to: 'closed' } }]);
});

describe('a write while a request of the poll is under way, whose answer shows it', () => {
	it.each([3, 5])('is not emitted: request on its leg %i', async (leg) => {
		const scene = await Scene.set({ events: ['ticketFieldChanged', 'newComment'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1);
		await scene.eventsOf(3);
		scene.latency = 2 * SECOND;
		let legs = 0;
		let writing: Promise<unknown> | undefined;
		scene.onTravel = () => {
			legs += 1;
			if (legs === leg) writing = write(scene, ticket, { status_cd: 'closed' }, { takes: 0 });
		};
		const events = [...(await scene.events()), ...(await scene.eventsOf(4))];
		await writing;
		expect(events).toEqual([]);
	});

	it('and its comment is not emitted either', async () => {
		const scene = await Scene.set({ events: ['newComment', 'newMessage'], ignoreOwn: 'allWorkflows' });
		const [ticket] = scene.create(1, () => ({ created_at: scene.now - 2 * HOUR }));
		await scene.eventsOf(3);
		scene.store.addMessage(ticket.ticket_id, {});
		const get = scene.service.get.bind(scene.service);
		let writing: Promise<unknown> | undefined;
		jest.spyOn(scene.service, 'get').mockImplementation(async (...args) => {
			scene.now += 100;
			writing ??= write(scene, ticket, { assignee: 'user01', assign_comment: 'Please' }, { takes: 0 });
			return await get(...args);
		});
		const events = await scene.eventsOf(5);
		await writing;
		expect(events.map(({ event }) => event)).toEqual(['newMessage']);
		// It is expected once: the same comment of a person comes.
		const { comment_type, commenter } = ticket.messages.flatMap(({ comments }) => comments)[0];
		scene.store.addComment(ticket.messages[0].message_id, { comment_type, comment: 'Please', commenter });
		scene.store.addMessage(ticket.ticket_id, {});
		expect((await scene.eventsOf(5)).map(({ event }) => event)).toEqual(['newMessage', 'newComment']);
	});
});

/** The answer of a search is on its way, with a person's change, when a node writes: it does not show the write. */
describe('a write that crosses an answer makes no value of before a new one', () => {
	const emitted = async (settings: Partial<Settings>, theirs: TicketPatch, ours: IDataObject) => {
		const scene = await Scene.set({ ignoreOwn: 'allWorkflows', ...settings });
		const [ticket] = scene.create(1, () => ({ label_ids: [3001] }));
		await scene.eventsOf(3);
		scene.store.editTicket(ticket.ticket_id, theirs);
		let writing: Promise<unknown> | undefined;
		let legs = 0;
		scene.onTravel = () => {
			legs += 1;
			if (legs === 2) writing = write(scene, ticket, ours, { takes: 0 });
		};
		const events = [...(await scene.events()), ...(await scene.eventsOf(4))];
		await writing;
		return events;
	};

	it('Changed To: a status', async () => {
		const changes = { ...CHANGES, ticketFieldChanged: { fields: [], becomes: { status_cd: ['open'] } } };
		expect(await emitted({ events: ['ticketFieldChanged'], changes }, { color_cd: 'red' }, { status_cd: 'closed' })).toEqual([]);
	});

	it('Label Added', async () => {
		const changes = { ...CHANGES, labelAdded: { fields: ['label_ids' as const], becomes: { label_ids: [3001] } } };
		expect(await emitted({ events: ['labelAdded'], changes }, { label_ids: [3001, 3002] }, { label_ids: [3002] })).toEqual([]);
	});
});

/** A node of this process updates a ticket. @returns what its answer does, where it is not answered yet */
async function write(scene: Scene, { message_box_id: messageBoxId, ticket_id: ticketId }: Ticket, body: IDataObject, { isAnswered = true, takes = SECOND } = {}): Promise<() => void> {
	const sentAt = scene.now;
	const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
	await scene.simulator.handle(requestOf(scene.simulator, 'PUT', path, body));
	const values = { messageBoxId, ticketId };
	const answer = (answeredAt: number) => scene.session.of(Store).recordWrite({ method: 'PUT', path, values, body, answer: {}, sentAt, answeredAt, onService: { earliest: sentAt, latest: answeredAt }, confirmed: true, workflowId: undefined });
	scene.now += takes;
	if (isAnswered) answer(scene.now);
	return () => answer(scene.now);
}
