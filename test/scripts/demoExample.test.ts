/** What `npm run demo -- --example` fills in, and what it leaves to its user. */
import { toTry, type OpenExample } from '../../scripts/demo/example';
import { templateValues, leftToReplace } from '../../scripts/demo/setUp';
import type { Column, Row } from '../../scripts/demo/tables';
import { exampleNames, readExample } from '../../scripts/demo/workflow';

const OURS = { id: 'ours', name: 'Ours' };
const HEADER = { id: 'header', name: 'Header' };
const SLACK = { id: 'slack', name: 'Slack' };
const WEBHOOK = 'http://127.0.0.1/services';
const API = 'http://127.0.0.1/api';

async function filledIn(file: string) {
	const tables: Array<[string, Column[], Row[]]> = [];
	const createTable = async (...table: [string, Column[], Row[]]) => String(tables.push(table));
	const urls = { webhookUrl: WEBHOOK, postMessageUrl: API };
	const workflow = await templateValues(file, { credential: OURS, labelId: 7, ...urls, slackCredentials: { httpHeaderAuth: HEADER, slackApi: SLACK }, createTable });
	const node = (name: string) => workflow.nodes.find((one) => one.name === name)!;
	return { nodes: workflow.nodes, node, tables };
}

describe('an example in the demo', () => {
	it.each(exampleNames())('%s has the credential and the inbox of the demo wherever they go', async (file) => {
		const { nodes } = await filledIn(file);
		const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-support-inbox.'));
		expect(ours.map(({ credentials }) => credentials?.supportInboxApi)).toEqual(ours.map(() => OURS));
		expect(ours.filter(({ parameters }) => (parameters.messageBoxId as { value?: unknown })?.value === '')).toEqual([]);
		expect(ours.filter(({ parameters }) => JSON.stringify(parameters.messageBoxIds) === '[]')).toEqual([]);
	});

	it('writes into one table of its own, and into threads of the demo', async () => {
		const { node, tables } = await filledIn('slack-thread-per-ticket');
		expect(tables).toEqual([['Slack thread per ticket: Keep those without a thread', [{ name: 'ticket_id', type: 'number' }, { name: 'thread_ts', type: 'string' }], []]]);
		for (const name of ['Keep those without a thread', 'Remember the thread', 'Find the thread']) expect(node(name).parameters.dataTableId).toMatchObject({ value: '1' });
		for (const name of ['Open the thread', 'Write into the thread']) {
			expect(node(name)).toMatchObject({ parameters: { url: API }, credentials: { httpHeaderAuth: HEADER } });
		}
	});

	it('gets a table with rows where its user would write them', async () => {
		const { node, tables } = await filledIn('assign-in-turn');
		expect(tables[0]).toEqual(['Assign in turn: Read the team', [{ name: 'mention_name', type: 'string' }], ['user01', 'user02', 'user03'].map((mention_name) => ({ mention_name }))]);
		expect(node('Read the team').parameters.dataTableId).toMatchObject({ value: '1' });
	});

	it.each([
		['undo-bulk-change', 'Get what was changed', ['run', 'state', 'before', 'after']],
		['trigger-watch', 'Keep what was not written down', ['ticket_id']],
		['slack-answer-becomes-reply', 'Find the ticket of the thread', ['ticket_id', 'thread_ts']],
	])('%s gets a table with the columns of the example that fills it', async (file, reader, columns) => {
		const { tables } = await filledIn(file);
		const [, has] = tables.find(([name]) => name.endsWith(`: ${reader}`))!;
		expect(has.map(({ name }) => name)).toEqual(expect.arrayContaining(columns));
	});

	it('leaves the tables of examples that lack more than one to their users', async () => {
		expect((await filledIn('portal-mails')).node('Find the brand').parameters.dataTableId).toMatchObject({ value: '' });
	});

	it('lets a customer wait for a minute, whatever the day', async () => {
		const { parameters } = (await filledIn('unanswered-alert')).node('Customer waits for an answer');
		expect(parameters).toMatchObject({ unansweredFor: 1, unansweredUnit: 'minutes', options: { ignoreRepliesContaining: 'This is an automatic message.', repeatEvery: 4 } });
		expect(parameters.options).not.toHaveProperty('businessHours');
	});

	it('leaves what n8n names when it refuses, in the words of its page', () => {
		const refusal = 'Cannot publish workflow:\nNode "Ask for approval":\n- Missing\nNode "Something else":\n- Missing';
		expect(leftToReplace('reply-approved-by-email', refusal)).toEqual([
			{ nodes: ['Ask for approval'], what: 'the SMTP credential of your mail server; the sender; who approves' },
		]);
		expect(leftToReplace('reply-approved-by-email', 'The service does not answer')).toEqual([]);
	});
});

describe('what the demo says to try next', () => {
	const URL = 'http://127.0.0.1:5678';
	const open = (file: string, more: Partial<OpenExample> = {}): OpenExample => ({ file, id: file, left: [], triggers: [readExample(file).nodes.find(({ type }) => /trigger$/i.test(type))!], ...more });

	it.each([
		['a form', [open('new-ticket-to-slack'), open('form-to-contact-and-memo')], /^fill in the form at .*:5678\/form\/[\w-]+, and see what comes of it at .*\/workflow\/form-to-contact-and-memo\/executions$/],
		['what customers start', [open('unanswered-alert')], /\/workflow\/unanswered-alert\/executions: the next customer/],
		['what a schedule starts', [open('weekly-figures')], /\/workflow\/weekly-figures, and press Execute workflow$/],
		['what is not filled in, also a form', [open('send-later', { left: [{ nodes: ['Read the ticket'], what: 'one inbox' }] })], /\/workflow\/send-later, and fill in the nodes/],
	])('is one thing for %s', (_what, examples, said) => {
		expect(toTry(URL, examples)).toMatch(said);
	});
});
