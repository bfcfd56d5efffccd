import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowDefinition } from '../../scripts/n8n-host/api';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { startChatModel, toolAnswers, type ChatModel, type Model, type Move } from './chatModel';
import { observe, type Observation } from './observe';
import { byId, chain, START, start, supportInbox, type NodeDraft } from './workflows';
import { enterWorld, NODE_TYPE, type World } from './world';

const INBOX = 101;
const AGENT = 'Agent';
/** Versions of the agent: the one that a user gets now, and the last that ran its tools in another way. */
const NEWEST = 3.1;
const OLDER = 2.2;

let world: World;
let chatModel: ChatModel;
let model: Model;
let modelCredential: CredentialReference;

beforeAll(async () => {
	world = await enterWorld();
	chatModel = await startChatModel((...asked) => model(...asked));
	const data = { apiKey: 'none', url: chatModel.url };
	modelCredential = await world.api.createCredential('Language model (stand-in)', 'openAiApi', data);
});

afterAll(async () => {
	await chatModel?.stop();
});

/** Our node as a tool: what the agent decides comes through $fromAI, always as text. */
function tool(name: string, toolDescription: string, parameters: IDataObject): NodeDraft {
	const all = { descriptionType: 'manual', toolDescription, messageBoxId: byId(INBOX), ...parameters };
	return { ...supportInbox(name, all, world.credentials), type: `${NODE_TYPE}Tool` };
}

const fromAi = (key: string, description: string) => `={{ $fromAI('${key}', '${description}', 'string') }}`;
/** What the agent may leave out. */
const maybeFromAi = (key: string, description: string) => `={{ $fromAI('${key}', '${description}', 'string', '') }}`;

const search = () =>
	tool('Search tickets', 'Finds tickets, newest first', {
		resource: 'ticket',
		operation: 'getAll',
		output: 'selectedFields',
		ticketOutputFields: ['title', 'status_cd', 'label_ids'],
		limit: fromAi('limit', 'How many tickets, at most 20'),
		getAllTicketFilters: {
			assignee: maybeFromAi('assignee', 'Mention name of a user'),
			labelIds: maybeFromAi('label_ids', 'IDs of labels'),
		},
		statusCds: maybeFromAi('statuses', 'open, ongoing or closed; commas between several'),
	});

const update = () =>
	tool('Update ticket', 'Changes the status of a ticket and adds labels to it', {
		resource: 'ticket',
		operation: 'update',
		ticketId: byId(fromAi('ticket_id', 'The ID of the ticket')),
		statusCd: fromAi('status', 'open, ongoing or closed'),
		labels: { values: { mode: 'add', labelIds: fromAi('label_ids', 'IDs of labels; commas between several') } },
	});

const reply = () =>
	tool('Send reply', 'Sends an answer to the customer', {
		resource: 'email',
		operation: 'reply',
		replyTicketId: byId(fromAi('ticket_id', 'The ID of the ticket')),
		body: fromAi('body', 'The answer, as plain text'),
		replyEmailFields: { isHtml: false },
	});

const writeMemo = () =>
	tool('Write memo', 'Writes a handling memo into a ticket', {
		resource: 'memo',
		operation: 'create',
		memoTicketId: byId(fromAi('ticket_id', 'The ID of the ticket')),
		memoBody: fromAi('body', 'What the memo says'),
		createMemoFields: { iconCd: 'note', subject: fromAi('subject', 'Subject of the memo') },
	});

/** An agent with its model and its tools hanging on it. */
function agentWorkflow(task: string, tools: NodeDraft[], version = NEWEST): WorkflowDefinition {
	const parameters = { promptType: 'define', text: task, options: {} };
	const agent = { name: AGENT, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: version, parameters };
	const languageModel = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'gpt-4o-mini' }, options: {} },
		credentials: { openAiApi: modelCredential },
	};
	const { nodes, connections, name } = chain('An agent', start(), agent);
	const helpers = [languageModel, ...tools].map((node, place) => ({
		id: `helper-${place}`,
		position: [place * 200, 240],
		...node,
	}));
	const toAgent = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	for (const helper of helpers) {
		connections[helper.name] = toAgent(helper.name === 'Model' ? 'ai_languageModel' : 'ai_tool');
	}
	return { name, nodes: [...nodes, ...helpers], connections };
}

async function runAgent(task: string, tools: NodeDraft[], version?: number) {
	const id = await world.api.createWorkflow(agentWorkflow(task, tools, version));
	return await world.api.runWorkflow(id, START);
}

const newTicket = async (ticket: Record<string, unknown>) =>
	await world.simulator.act<{ ticket_id: number }>({ do: 'createTicket', message_box_id: INBOX, status_cd: 'open', ...ticket });

const lastAnswers = () => toolAnswers(chatModel.requests.at(-1)!);

describe("as a tool of n8n's AI agent", () => {
	let observation: Observation;

	beforeEach(async () => {
		observation = await observe(world.simulator);
	});

	afterEach(async () => {
		expect(await observation.violations()).toEqual([]);
	});

	/** @returns the requests about tickets: the names beside their ids are asked for once an hour */
	async function requestsSent() {
		const requests = (await observation.requests()).filter(({ path }) => /\/(tickets|records|mails)\b/.test(path));
		return requests.map(({ method, path, body, status }) => ({ what: `${method} ${path.replace(`/api/v2/${INBOX}/`, '')}`, body, status }));
	}

	it('takes arguments as models write them, and says what to do about those that cannot be taken', async () => {
		const from = 'anna@mail.example';
		const messages = [{ body: 'Where is it?', from, to: 'support101@tenant.example' }];
		const { ticket_id } = await newTicket({ title: 'Where is my parcel?', messages });
		const moves: Move[] = [
			{ tool: 'Search_tickets', arguments: { limit: '2', statuses: 'open, ongoing', label_ids: [], assignee: null } },
			{ tool: 'Update_ticket', arguments: { ticket_id: '999999999', status: 'closed', label_ids: '3001' } },
			{ tool: 'Update_ticket', arguments: { ticket_id: String(ticket_id), status: 'closed', label_ids: [] } },
			{ tool: 'Update_ticket', arguments: { ticket_id: `#${ticket_id}`, status: 'done', label_ids: '3001' } },
			{ tool: 'Update_ticket', arguments: { ticket_id: String(ticket_id), status: 'closed', label_ids: '3001, 3002' } },
			{ tool: 'Send_reply', arguments: { ticket_id: null, body: 'It is on its way.' } },
			{ tool: 'Send_reply', arguments: { ticket_id, body: 'It is on its way.' } },
			{ tool: 'Write_memo', arguments: { ticket_id: String(ticket_id), subject: 'Seen by the agent', body: 'She waits.' } },
		];
		model = (answers) => moves[answers.length] ?? { say: 'Answered.' };
		const execution = await runAgent('Close the newest open ticket with an answer.', [search(), update(), reply(), writeMemo()]);

		expect(failureText(execution)).toBeUndefined();
		expect(outputJson(execution, AGENT)).toEqual([{ output: 'Answered.' }]);
		const answers = lastAnswers();
		const [found, unknown, noLabels, wrongStatus, closed, noTicket, ...sent] = answers;
		expect(found).toContain('applied_filters');
		expect(found).not.toContain('created_at');
		expect(unknown).toMatch(/Ticket 999999999.*check/is);
		expect(noLabels).toMatch(/Labels.*Choose|Labels.*Give/is);
		expect(wrongStatus).toMatch(/Status.*done.*not known.*closed/is);
		expect(closed).toContain('success');
		expect(noTicket).toMatch(/Ticket.*has no value.*Choose or enter one/is);
		expect(sent).toEqual([expect.stringContaining('message_id'), expect.stringContaining('message_id')]);
		for (const answer of answers) expect(answer.length).toBeLessThan(2_000);
		// What cannot be taken costs no request; only whether a ticket exists the service must say.
		expect((await requestsSent()).filter(({ what }) => !what.startsWith('GET'))).toMatchObject([
			{ what: 'POST tickets/search', body: { status_cds: ['open', 'ongoing'], per_page: 2, page: 1 }, status: 200 },
			{ what: `PUT tickets/${ticket_id}`, body: { status_cd: 'closed', label_ids: [3001, 3002] }, status: 204 },
			{ what: 'POST mails/reply', body: { body: 'It is on its way.', to: from }, status: 200 },
			// The memo keeps the status of its ticket.
			{ what: 'POST records', body: { ticket_id, subject: 'Seen by the agent', icon_cd: 'note', body: 'She waits.', status_cd: 'closed' }, status: 200 },
		]);
	});

	it.each([NEWEST, OLDER])('shows the agent what was wrong, so that it can try again (agent %s)', async (version) => {
		model = ([first, second]) => {
			if (second) return { say: 'Found some.' };
			return { tool: 'Search_tickets', arguments: { limit: '3', statuses: first ? 'closed' : 'finished' } };
		};
		const execution = await runAgent('Find finished tickets.', [search()], version);

		expect(outputJson(execution, AGENT)).toEqual([{ output: 'Found some.' }]);
		const [refusal, found] = lastAnswers();
		expect(refusal).toMatch(/finished.*not known.*closed/is);
		expect(found).toContain('ticket_id');
		// A word that the service does not know is refused before a request is spent.
		expect(await requestsSent()).toHaveLength(1);
	});
});
