import type { Settings, Unanswered } from '../../nodes/SupportInbox/trigger/properties/settings';
import { WATCHED_FIELDS } from '../contract/ticketFields';
import { startSimulator, type CommentInput, type Message, type MessageInput, type Ticket, type TicketInput, type TicketPatch } from '../simulator';
import type { TriggerEvent, Watched } from './longRun/events';
import { Expectations } from './longRun/expectations';
import { Ledger } from './longRun/ledger';
import { BEGIN } from './longRun/plan';
import { HOUR, MINUTE, SECOND } from './longRun/units';
import { Waits } from './longRun/waits';
import { World } from './longRun/world';
import { SETTINGS } from './scene';

export const LOOK_BACK = 12 * HOUR;

/** A ledger of a trigger with all events, and a service with one ticket that came after its start. */
export async function scene({ hints = true, commentHints = true, ignoreOwn = 'none' as Settings['ignoreOwn'], statusCds = [] as Array<'open'>, unanswered = undefined as Unanswered | undefined } = {}) {
	const clock = { now: BEGIN };
	const simulator = await startSimulator({ clock: () => clock.now, http: false, seed: { tickets: 0 } });
	for (const id of [...simulator.store.tickets.keys()]) simulator.store.removeTicket(id);
	const world = new World(simulator, () => clock.now);
	const { store } = simulator;
	const add = (input: TicketInput = {}) => world.happened(store.createTicket({ message_box_id: 101, ...input }), 'created');
	const edit = ({ ticket_id }: Ticket, patch: TicketPatch) => world.happened(store.editTicket(ticket_id, patch), 'edited');
	const before = add({ messages: [{}, { action_cd: 'draft' }] });
	const fits = (row: { status_cd?: unknown }): boolean => expectations.fits(row);
	const waits = new Waits(world.history, unanswered ?? SETTINGS.unanswered, fits);
	const ledger = new Ledger(world.history, { fits, searchLag: 0, followed: statusCds.length > 0 ? ['status_cd'] : WATCHED_FIELDS }, waits);
	const settings = {
		...SETTINGS,
		events: ['ticketCreated' as const, 'newMessage' as const, 'ticketChanged' as const, 'newComment' as const, ...(unanswered === undefined ? [] : ['ticketUnanswered' as const])],
		messages: { methodCds: [], actionCds: unanswered === undefined ? ['received' as const, 'sent' as const] : ['received' as const] },
		filters: { ...SETTINGS.filters, statusCds },
		lookBack: LOOK_BACK,
		ignoreOwn,
	};
	const expectations = new Expectations(settings, { messages: hints, comments: commentHints }, 0, ledger, waits, () => clock.now);
	world.listeners.add(expectations);
	clock.now += MINUTE;
	expectations.begin(101, [before]);
	expectations.seen(new Map([[101, clock.now]]));
	clock.now += MINUTE;
	const ticket = add();

	const give = (...events: TriggerEvent[]) => ledger.deliver(events, { begun: clock.now, ended: clock.now + SECOND });
	give(created(ticket), newMessage(ticket.messages[0]));
	clock.now += HOUR;
	/** @returns the faults up to now, in a word or two each; at a quiet time, or at the end of the run */
	const faults = (isEnd = false) => {
		ledger.check([...simulator.store.tickets.values()], clock.now, isEnd);
		return ledger.faults.splice(0).map((fault) => fault.split(':')[0]);
	};
	const write = (age = 0, input: MessageInput = {}, { ticket_id } = ticket) => {
		const message = store.addMessage(ticket_id, { sent_at: clock.now - age, ...input });
		world.happened(message.ticket, 'written');
		return message;
	};
	const send = ({ message_id }: Message) => world.happened(store.sendDraft(message_id, clock.now).ticket, 'draft sent');
	/** A colleague comments, or a node. @returns the item that stands for it */
	const comment = (input: Partial<CommentInput> = {}, { ticket_id, messages } = ticket): TriggerEvent => {
		const message = messages[messages.length - 1];
		const made = store.addComment(message.message_id, { commenter: 'aiko', comment: 'Please look', ...input });
		world.happened(message.ticket, 'commented');
		return { ...newMessage(message), event: 'newComment', ticket_id, comment: { ...made, commented_at: new Date(made.commented_at).toISOString() } };
	};
	const remove = (gone: Ticket) => {
		store.removeTicket(gone.ticket_id);
		world.happened(gone, 'deleted');
	};
	return { clock, world, ledger, waits, ticket, before, give, faults, write, add, edit, send, remove, comment, expectations };
}

export const row = (ticket: Ticket) => Object.fromEntries(WATCHED_FIELDS.map((field) => [field, structuredClone(ticket[field])])) as Watched;
export const created = (ticket: Ticket): TriggerEvent => ({ ...row(ticket), event: 'ticketCreated', ticket_id: ticket.ticket_id, messages: [...ticket.messages] });
export const newMessage = (message: Message): TriggerEvent => ({ ...row(message.ticket), event: 'newMessage', ticket_id: message.ticket.ticket_id, message });
export const changed = (ticket: Ticket, from: string, to: string): TriggerEvent =>
	({ ...row(ticket), event: 'ticketChanged', ticket_id: ticket.ticket_id, changes: { status_cd: { from, to } } });
