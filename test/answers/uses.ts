/** Everything that reads answers: operations in their different ways, dropdowns, locators, the test of the credential, the trigger. */
import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { BOOK } from '../faults/entries';
import { ownRequest, ROWS, semanticsOf } from '../faults/run';
import { listSearch, loadOptions, pollerOf, runNode } from '../harness/engine';
import { letPass } from '../harness/skippedWaits';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

/**
 * One of them.
 * - `begin`: what happens while answers are still as they should be.
 * - `run`: what reads the answers; the result is JSON.
 * - `movesClock`: it lets time pass on the clock that all share, so that no other can run beside it.
 */
export interface Use {
	name: string;
	begin?: (simulator: Simulator) => Promise<void>;
	run: (simulator: Simulator) => Promise<unknown>;
	movesClock?: boolean;
}

const CHAT = ['webchat', 'mallshop', 'mallmsg', 'chatapp'] as const;

/** Something in each field that answers show. */
export function furnish({ store }: Simulator): void {
	const [ticket] = [...store.tickets.values()].filter(({ message_box_id }) => message_box_id === INBOX);
	const [user] = [...store.users.values()];
	const [reason] = store.inbox(INBOX).pendingReasons;
	store.editTicket(ticket.ticket_id, { assignee: user.mention_name, status_cd: 'ongoing', pending_reason_id: reason.pending_reason_id, label_ids: [3001], case_category_ids: [5001], color_cd: 'red' });
	const [message] = ticket.messages;
	store.addAttachment(message.message_id, { file_name: 'a.txt', content: 'text' });
	store.addComment(message.message_id, { comment: 'Look at this' });
	for (const channel of CHAT) store.addMessage(ticket.ticket_id, { method_cd: channel, action_cd: 'conversation', conversations: [{}, {}] });
	store.addContact(BOOK, { system_id1: 'K9', emails: [{ email: 'k9@example.com' }], archived_emails: [{ email: 'old@example.com' }], tels: [{ tel: '1' }], archived_tels: [{ tel: '2' }], customFields: { 1: 'one' }, badge_ids: [801] });
}

const inbox = { messageBoxId: byId(INBOX) };
const book = { customerGroupId: byId(BOOK) };
const ticketOf = ({ store }: Simulator) => [...store.tickets.values()].find(({ message_box_id }) => message_box_id === INBOX)!;
const first = (simulator: Simulator) => byId(ticketOf(simulator).ticket_id);
const messageOf = (simulator: Simulator, channel: string) => String(ticketOf(simulator).messages.find(({ method_cd }) => method_cd === channel)!.message_id);

const nameOfUser = ({ store }: Simulator) => [...store.users.values()].map(({ last_name, first_name }) => `${last_name} ${first_name}`)[0];
const nameOfLabel = ({ store }: Simulator) => store.inbox(INBOX).labels.all()[0].name;

/** Ways that read other answers, or make other things of them, than the operation's entry in the fault tables. */
const WAYS: Record<string, Array<(simulator: Simulator) => INodeParameters>> = {
	'ticket.get': [
		(sim) => ({ ...inbox, ticketId: first(sim), simplify: false, includeNames: false, getTicketOptions: { bodyFormat: 'withoutQuotedText', maxMessages: 1, maxBodyLength: 5 } }),
		(sim) => ({ ...inbox, ticketId: first(sim), simplify: false, getTicketOptions: { bodyFormat: 'plainText' } }),
		(sim) => ({ messageBoxId: byId('Support'), ticketId: first(sim) }),
	],
	'ticket.getAll': [
		() => ({ ...inbox, returnAll: true, simplify: false, getAllTicketOptions: { includeMessages: true } }),
		() => ({ messageBoxId: byId('All Inboxes'), limit: 3, getAllTicketOptions: { oldestFirst: true }, getAllTicketFilters: { titleContains: 'e' } }),
		() => ({ ...inbox, returnAll: true, getAllTicketFilters: { created: { since: { since: '2020-01-01T00:00:00Z' } }, lastUpdated: { until: { until: '2090-01-01T00:00:00Z' } }, labelIds: [3001], includeChildLabels: true, excludeCaseCategoryIds: [5002], excludeAssignees: ['user09'] } }),
	],
	'ticket.update': [
		(sim) => ({ ...inbox, ticketId: first(sim), labels: { values: { mode: 'add', labelIds: [3002] } }, updateTicketFields: { classifications: { values: { mode: 'remove', caseCategoryIds: [5001] } } }, return: 'updatedTicket' }),
		(sim) => ({ ...inbox, ticketId: first(sim), assignee: `=${nameOfUser(sim)}`, labels: { values: { mode: 'replace', labelIds: `=${nameOfLabel(sim)}` } } }),
	],
	'memo.create': [(sim) => ({ ...inbox, memoTicketId: first(sim), memoBody: 'x' })],
	'email.reply': [
		(sim) => ({ ...inbox, replyToMessage: 'latestInTicket', replyTicketId: first(sim), body: 'x' }),
		(sim) => ({ ...inbox, replyToMessage: 'byId', replyMessageId: String(ticketOf(sim).messages[0].message_id), body: 'x' }),
		(sim) => ({ ...inbox, replyToMessage: 'latestInTicket', replyTicketId: first(sim), body: 'x', skipRobots: true }),
	],
	'email.send': [(sim) => ({ ...inbox, mailAccountId: sim.store.inbox(INBOX).mailAccounts[0].mail_account_id, to: 'a@example.com', templateId: sim.store.inbox(INBOX).templates[0].template_id })],
	'contact.get': [
		() => ({ ...book, findBy: 'systemId1', systemId1: 'K9' }),
		() => ({ ...book, findBy: 'email', email: 'k9@example.com', simplify: false }),
	],
	'contact.update': [
		() => ({ ...book, findBy: 'systemId1', systemId1: 'K9', lastName: 'New' }),
		() => ({ ...book, findBy: 'email', email: 'k9@example.com', lastName: 'New' }),
	],
	'contact.upsert': [() => ({ ...book, findBy: 'email', email: 'k9@example.com', lastName: 'New', upsertContactFields: { systemId1: 'K9' } })],
	'attachment.download': [(sim) => ({ ...inbox, source: 'ticket', attachmentTicketId: first(sim) })],
	'template.getAll': [(sim) => ({ ...inbox, returnAll: true, getAllTemplateFilters: { templateCategoryName: sim.store.inbox(INBOX).templates[0].template_category_name } })],
	'user.getAll': [() => ({ returnAll: true, simplify: false })],
	'label.update': [(sim) => ({ ...inbox, labelId: `=${nameOfLabel(sim)}`, updateLabelFields: { color: 'red_01' } })],
	'classification.update': [() => ({ ...inbox, caseCategoryId: 5001, updateClassificationFields: { archived: true } })],
	'chatTranscript.get': CHAT.flatMap((channel) =>
		['transcript', 'conversations'].map((output) => (sim: Simulator) => ({ ...inbox, ticketId: first(sim), messageId: messageOf(sim, channel), channel, getChatTranscriptOptions: { output } })),
	),
};

const operations: Use[] = ROWS.flatMap(({ name, resource, operation, entry }) => {
	const ways = [entry.parameters, ...(WAYS[name] ?? [])];
	return ways.map((parameters, place) => ({
		name: `${name} ${place + 1}`,
		run: async (simulator: Simulator) => await runNode(simulator, { resource, operation: operation.value, ...parameters(simulator) }),
	}));
});

/** A write whose answer is lost: what is read then to find out whether it was done. */
function lost(name: string, write: Pick<Operation, 'method' | 'path'>, parameters: (simulator: Simulator) => INodeParameters): Use {
	return {
		name: `${name} whose answer is lost`,
		run: async (simulator) => {
			const given = parameters(simulator);
			simulator.faults.add({ kind: 'resetAfter', when: ownRequest(write) });
			return await runNode(simulator, given);
		},
	};
}

const lostWrites: Use[] = [
	...ROWS.filter(({ operation }) => semanticsOf(operation) === 'nonIdempotent').map(({ name, resource, operation, entry }) =>
		lost(name, operation, (simulator) => ({ resource, operation: operation.value, ...entry.parameters(simulator) })),
	),
	lost('ticket.update with a comment', { method: 'PUT', path: '/api/v2/{messageBoxId}/tickets/{ticketId}' }, (simulator) => ({
		resource: 'ticket', operation: 'update', ...inbox, ticketId: first(simulator), assignee: 'user02', updateTicketFields: { assignComment: 'Please' },
	})),
	lost('contact.upsert of a new contact', { method: 'POST', path: '/api/v2/customer_groups/{customerGroupId}/customers/create' }, () => ({
		resource: 'contact', operation: 'upsert', ...book, findBy: 'systemId1', systemId1: 'K10', lastName: 'New',
	})),
];

const CHOSEN = (method: string) => (method === 'getBadges' ? { resource: 'contact', operation: 'create', ...book } : { resource: 'ticket', operation: 'update', ...inbox });

const dropdowns: Use[] = [
	...Object.keys(new SupportInbox().methods.loadOptions).map((method) => ({ name: method, run: async (simulator: Simulator) => await loadOptions(simulator, method, CHOSEN(method)) })),
	...Object.keys(new SupportInboxTrigger().methods.loadOptions).map((method) => ({
		name: `trigger ${method}`,
		run: async (simulator: Simulator) => await loadOptions(simulator, method, { messageBoxIds: [101, 102] }, 'supportInboxTrigger'),
	})),
	...Object.keys(new SupportInbox().methods.listSearch).flatMap((method) =>
		[undefined, 'e', '10001'].map((filter) => ({ name: `${method} ${filter ?? ''}`, run: async (simulator: Simulator) => await listSearch(simulator, method, CHOSEN(method), filter) })),
	),
];

const EVENTS = ['labelAdded', 'newComment', 'newMessage', 'ticketAssigned', 'ticketFieldChanged', 'ticketClosed', 'ticketCreated', 'ticketUnanswered'];

/** What people do between two polls. */
function happens({ store }: Simulator): void {
	const { ticket_id: id, messages } = ticketOf({ store } as Simulator);
	store.addMessage(id, { body: 'Any news?', attachments: [{ file_name: 'b.txt', content: 'b' }] });
	store.addComment(messages[0].message_id, { comment: 'Again' });
	store.editTicket(id, { label_ids: [3001, 3002], assignee: 'user02', status_cd: 'closed' });
	store.createTicket({ message_box_id: INBOX, label_ids: [3001], case_category_ids: [5001], messages: [{ body: '<p>Hello</p>', is_html: true }] });
}

const MINUTE = 60_000;

/** A trigger whose answers are mutated for two polls, and as they should be again after them. */
function trigger(name: string, parameters: INodeParameters): Use {
	const pollers = new WeakMap<Simulator, ReturnType<typeof pollerOf>>();
	return {
		name: `trigger ${name}`,
		movesClock: true,
		begin: async (simulator) => {
			const poller = pollerOf(simulator, { messageBoxIds: [INBOX], events: EVENTS, ...parameters });
			pollers.set(simulator, poller);
			await poller.poll();
			letPass(MINUTE);
			happens(simulator);
		},
		run: async (simulator) => {
			const poller = pollers.get(simulator)!;
			const ends: unknown[] = [];
			for (let poll = 0; poll < 2; poll++) {
				ends.push(await poller.poll());
				letPass(MINUTE);
			}
			simulator.faults.clear();
			await expectWell(simulator, poller);
			for (const error of poller.reported.splice(0)) throw error;
			return ends;
		},
	};
}

/** Nothing outlives the polls in which answers were mutated: a new ticket is emitted, once. */
async function expectWell({ store }: Simulator, poller: ReturnType<typeof pollerOf>): Promise<void> {
	const { ticket_id: id } = store.createTicket({ message_box_id: INBOX });
	let created = 0;
	for (let poll = 0; poll < 3; poll++) {
		letPass(MINUTE);
		const items = (await poller.poll()) ?? [];
		created += items.filter(({ json }) => json.event === 'ticketCreated' && json.ticket_id === id).length;
	}
	if (created !== 1) throw new RangeError(`A ticket that came afterwards was emitted ${created} times`);
}

const triggers: Use[] = [
	trigger('simplified', { includeNames: true }),
	trigger('raw with messages', { includeNames: true, simplify: false, options: { includeMessages: true } }),
	trigger('begun by the customer', { startedBy: ['customer'], simplify: false, includeNames: false }),
	trigger('by names', { messageBoxIds: ['Support'], includeNames: false }),
	{
		name: 'trigger by hand',
		run: async (simulator) => await pollerOf(simulator, { messageBoxIds: [INBOX], events: EVENTS, includeNames: true, simplify: false }).poll('manual'),
	},
	{
		name: 'trigger at its start',
		run: async (simulator) => await pollerOf(simulator, { messageBoxIds: ['All Inboxes'], events: EVENTS, startFrom: 'latestTickets', startCount: 3, includeNames: true }).poll(),
	},
];

export const USES: Use[] = [...operations, ...lostWrites, ...dropdowns, ...triggers];
