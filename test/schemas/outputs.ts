import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { book } from '../faults/entries';
import { type Row, semanticsOf } from '../faults/run';
import { type RunSettings, runNode } from '../harness/engine';
import { rows } from '../resources/contact/book';
import { byId } from '../resources/service';
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';

/** As stored, and at both edges of what the document allows. */
export const ANSWERS: Array<SimulatorOptions['answers']> = [undefined, 'everythingFilled', 'everythingNull'];

type Parameters = (simulator: Simulator) => INodeParameters;

const inbox = { messageBoxId: byId(101) };

/** @returns a contact with a code and an address, to be found by the address, and a field that the document does not know */
function foundByEmail({ store }: Simulator): INodeParameters {
	store.addContact(11, { system_id1: 'K1', emails: [{ email: 'hana@example.com' }], ...{ added_later: 'new' } });
	return { ...book, findBy: 'email', email: 'hana@example.com' };
}

function chat(channel: 'mallshop' | 'mallmsg' | 'chatapp' | 'webchat'): Parameters {
	return ({ store }) => {
		const { ticket_id, messages } = store.createTicket({ message_box_id: 101, messages: [{ method_cd: channel, conversations: [{}] }] });
		return { ...inbox, ticketId: byId(ticket_id), messageId: String(messages[0].message_id), channel };
	};
}

function ticket({ store }: Simulator): number {
	const messages = [{ attachments: [{ file_name: 'a.txt', content: 'a' }] }];
	return store.createTicket({ message_box_id: 101, messages }).ticket_id;
}

/** @returns a ticket whose reply had a draft */
function draftedTicket({ store }: Simulator): number {
	const draft = { method_cd: 'record', action_cd: 'sent', title: 'Draft', body: 'Soon' } as const;
	const messages = [{ attachments: [{ file_name: 'a.txt', content: 'a' }] }, draft, { action_cd: 'sent', body: 'Soon' } as const];
	return store.createTicket({ message_box_id: 101, messages }).ticket_id;
}

/** @returns a classification of which only an archived one is there */
function archivedOne({ store }: Simulator): INodeParameters {
	return { ...inbox, name: store.addClassification(101, { name: 'Old', archived: true }).name };
}

/** @returns a classification whose parent is archived, so that it is not sent along */
function belowArchived({ store }: Simulator): INodeParameters {
	const { id } = store.addClassification(101, { name: 'Old', archived: true });
	return { ...inbox, caseCategoryId: store.addClassification(101, { name: 'Below', parent_id: id }).id, updateClassificationFields: { name: 'New' } };
}

/** @returns a ticket that was on hold and still shows its reason */
function backFromSleep(simulator: Simulator): number {
	const ticketId = sleeping(simulator);
	simulator.store.ticket(ticketId).status_cd = 'open';
	return ticketId;
}

/** @returns a ticket that sleeps until its pending reason's default time */
function sleeping({ store }: Simulator): number {
	const messages = [{ from: 'anna@example.com', to: 'support101@tenant.example' }];
	return store.createTicket({ message_box_id: 101, status_cd: 'ongoing', pending_reason_id: 202, messages }).ticket_id;
}

/** What a write of a ticket gives where the ticket sleeps: written all the same, and skipped. */
const ofSleeping = (parameters: (ticketId: number, choice: INodeParameters) => INodeParameters): Parameters[] =>
	['continue', 'skip'].map((ifSnoozed) => (simulator) => ({ ...inbox, ...parameters(sleeping(simulator), { ifSnoozed }) }));

/** What else an operation is run with, beside its entry in the fault table, where its output has other fields then. */
const WAYS: Record<string, Parameters[]> = {
	'attachment.download': [(simulator) => ({ ...inbox, source: 'ticket', attachmentTicketId: byId(ticket(simulator)) })],
	'chatTranscript.get': [chat('webchat'), chat('mallshop'), chat('mallmsg'), chat('chatapp')],
	'classification.create': [archivedOne, () => ({ ...inbox, name: 'Another', createClassificationFields: { ifExists: 'create' } })],
	'classification.update': [belowArchived],
	'contact.create': [() => ({ ...book, lastName: 'Sato', createContactFields: { emails: rows('email', 'hana@example.com') } })],
	'contact.delete': [foundByEmail],
	'contact.get': [foundByEmail],
	'contact.update': [(simulator) => ({ ...foundByEmail(simulator), lastName: 'Sato' })],
	'contact.upsert': [(simulator) => ({ ...foundByEmail(simulator), lastName: 'Sato' }), () => ({ ...book, findBy: 'email', email: 'new@example.com' })],
	'memo.create': ofSleeping((id, choice) => ({ memoTicketId: byId(id), memoBody: 'Called back', createMemoFields: choice })),
	'label.create': [() => ({ ...inbox, name: 'Another', createLabelFields: { ifExists: 'create' } })],
	'label.update': [({ store }) => ({ ...inbox, labelId: store.addLabel(101, { name: 'Old', color: 'yellow_01' }).id, updateLabelFields: { name: 'New' } })],
	'email.reply': [
		...ofSleeping((id, choice) => ({ replyTicketId: byId(id), body: 'Soon', replyMailAccountId: '401', replyEmailFields: { ...choice, to: 'hana@example.com' } })),
		(simulator) => ({ ...inbox, replyTicketId: byId(backFromSleep(simulator)), body: 'Soon', replyMailAccountId: '401', replyEmailFields: { replyAll: true, statusCd: 'ongoing', to: 'hana@example.com' } }),
	],
	'email.send': [() => ({ ...inbox, mailAccountId: 401, to: 'no-reply@example.com', subject: 'Hello', body: 'Soon', skipRobots: true })],
	'ticket.getAll': [
		...[false, true].map((includeMetrics) => (simulator: Simulator) => ({ ...inbox, getAllTicketFilters: { ticketIds: String(draftedTicket(simulator)) }, getAllTicketOptions: { includeMessages: true, includeMetrics } })),
		() => ({ ...inbox, getAllTicketOptions: { result: 'count' } }),
	],
	'ticket.get': [false, true].map((includeMetrics) => (simulator) => ({ ...inbox, ticketId: byId(draftedTicket(simulator)), getTicketOptions: { includeMetrics } })),
	'ticket.update': [
		...['updatedTicket', 'beforeAndAfter'].map((shown) => (simulator: Simulator) => ({ ...inbox, ticketId: byId(ticket(simulator)), statusCd: 'closed', return: shown })),
		(simulator) => ({ ...inbox, ticketId: byId(ticket(simulator)), statusCd: 'closed', updateTicketFields: { onlyIfUnchanged: true } }),
		...ofSleeping((id, choice) => ({ ticketId: byId(id), updateTicketFields: { ...choice, colorCd: 'pink' } })),
		(simulator) => ({ ...inbox, ticketId: byId(backFromSleep(simulator)), statusCd: 'ongoing' }),
	],
};

/** What must be chosen where the service leaves everything empty: nobody to reply to. Where it fills everything, it makes up the parent of a row. */
const CHOSEN: Record<string, Record<string, INodeParameters>> = {
	everythingNull: { 'email.reply': { replyEmailFields: { to: 'hana@example.com' } } },
	everythingFilled: {
		'label.update': { updateLabelFields: { name: 'New', parentId: 3001 } },
		'classification.create': { createClassificationFields: { ifExists: 'create' } },
		'classification.update': { updateClassificationFields: { name: 'New', parentId: '__none__' } },
	},
};

/** The item of a run: the call of an agent, and a ticket that somebody has changed since. */
const ITEM: INodeExecutionData = { json: { toolCallId: 'call', color_cd: 'pink' } };

/** What is written again by the same call of an agent says so, or finds what is there. */
const CALLS: RunSettings[] = ['first', 'again'].map(() => ({ items: [ITEM], executionId: 'of-agent', node: { type: 'supportInboxTool', onError: 'continueRegularOutput' } }));

/** @returns the `json` of the items that an operation gives with the default output, in each of its ways, and what a repeated call gives */
export async function outputsOf({ name, resource, operation, entry }: Row, answers: SimulatorOptions['answers']): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	const ways = [entry.parameters, ...(WAYS[name] ?? [])].map((parametersOf) => ({ parametersOf, runs: [{ items: [ITEM] }] as RunSettings[] }));
	const repeated = semanticsOf(operation) === 'safe' ? [] : ways.map((way) => ({ ...way, runs: CALLS }));
	for (const { parametersOf, runs } of [...ways, ...repeated]) {
		const simulator = await startSimulator({ rateLimit: { limit: 100_000 }, answers });
		try {
			const parameters = { ...parametersOf(simulator), ...CHOSEN[answers ?? '']?.[name], ...(name.endsWith('.getAll') && { returnAll: true }) };
			const credential = answers === 'everythingFilled' ? { sampleTicketUrl: 'https://tenant.example/{ticket_id}' } : {};
			for (const settings of runs) {
				const items = await runNode({ baseUrl: simulator.baseUrl, token: simulator.token, credential }, { resource, operation: operation.value, ...parameters }, settings);
				all.push(...items.map(({ json }) => json).filter(({ error }) => error === undefined));
			}
		} finally {
			await simulator.stop();
		}
	}
	return all;
}
