import { loadExample } from '../../../scripts/demo/workflow';
import type { WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText } from '../../../scripts/n8n-host/execution';
import { CREDENTIAL_TYPE } from '../world';
import { CHATWORK_TOKEN, startTeamChat, type Posted, type TeamChatServer } from './teamChatServer';
import type { Stage, Trials } from './trial';
import { without } from './without';

const FILE = 'new-ticket-to-team-chat';
const TRIGGER = 'When a ticket is created';
const POSTS = ['Post to Teams', 'Post to Chatwork', 'Post to LINE WORKS'] as const;
const TICKET_URL = 'https://tenant.example/{message_box_id}/{status_cd}/{ticket_id}';

type Post = (typeof POSTS)[number];

/** Imports the example as a user leaves it: the nodes of chats that he does not have are deleted. @param urls of those that he has @returns its id */
async function keep(stage: Stage, urls: Partial<Record<Post, string>>, inbox: number, more: Partial<WorkflowDefinition> = {}): Promise<string> {
	const { world, simulator, credentials } = stage;
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token, ticketUrl: TICKET_URL };
	const token = { name: 'X-ChatWorkToken', value: CHATWORK_TOKEN };
	const workflow = loadExample(FILE, {
		parameters: { [TRIGGER]: { messageBoxIds: [inbox] }, ...Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url }])) },
		credentials: {
			...credentials,
			[CREDENTIAL_TYPE]: await world.api.createCredential('With links (team chat)', CREDENTIAL_TYPE, data),
			httpHeaderAuth: await world.api.createCredential('Chatwork token (stand-in)', 'httpHeaderAuth', token),
		},
	});
	return await world.api.createWorkflow({ ...without(workflow, POSTS.filter((name) => !(name in urls))), ...more });
}

/** Runs the example on one new ticket, and publishes it. @returns the ticket's number and the link to it */
async function post(stage: Stage, node: Post, url: string, body: string) {
	const inbox = await stage.newInbox('Team [A] <1>');
	const messages = [{ body, from: '"Miller [CEO]" <anna@mail.example>' }];
	const { ticket_id } = await stage.make({ do: 'createTicket', message_box_id: inbox, title: '**Where** [is](https://evil.example) <it>?', messages });
	const id = await keep(stage, { [node]: url }, inbox);
	expect(failureText(await stage.world.api.runWorkflow(id, TRIGGER))).toBeUndefined();
	await stage.world.api.activate(id);
	await stage.world.api.deactivate(id);
	return { ticket_id, link: `https://tenant.example/${inbox}/open/${ticket_id}` };
}

/** Gives each trial a server of its own. */
function withChat(trial: (stage: Stage, chat: TeamChatServer) => Promise<void>): Trials[string] {
	return async (stage) => {
		const chat = await startTeamChat();
		try {
			await trial(stage, chat);
		} finally {
			await chat.stop();
		}
	};
}

const texts = ({ body }: Posted) => (body as Array<{ inlines: Array<{ text: string }> }>).map(({ inlines }) => inlines.map(({ text }) => text).join(''));

export const teamChat: Trials = {
	'posts a card to Teams, in which nothing of the customer is Markdown, with the other two deleted': withChat(async (stage, chat) => {
		const { ticket_id, link } = await post(stage, 'Post to Teams', chat.teams.url, `I **wait**.\n\n- since Monday\n${'x'.repeat(300)}`);
		expect(chat.teams.cards.map(texts)).toEqual([
			[
				`Team [A] <1>: new ticket #${ticket_id}`,
				'**Where** [is](https://evil.example) <it>?',
				'From "Miller [CEO]" <anna@mail.example>, labels: none',
				'I **wait**.',
				'- since Monday',
				'x'.repeat(200 - 'I **wait**.\n\n- since Monday\n'.length),
			],
		]);
		expect(chat.teams.cards[0]?.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the ticket', url: link }]);
	}),

	'posts to a room of Chatwork, and no text of a customer calls everybody': withChat(async (stage, chat) => {
		const { ticket_id, link } = await post(stage, 'Post to Chatwork', chat.chatwork.url, '[toall] Hello & good [/info] day\n[To:1]');
		const lines = ['**Where** ［is］(https://evil.example) <it>?', 'From "Miller ［CEO］" <anna@mail.example>, labels: none', '［toall］ Hello & good ［/info］ day', '［To:1］'];
		const head = `[info][title]Team ［A］ <1>: new ticket #${ticket_id}[/title]`;
		expect(chat.chatwork.messages).toEqual([{ body: `${head}${lines.join('\n')}[/info]${link}`, self_unread: '1' }]);
	}),

	'posts to a message room of LINE WORKS, and no text of a customer mentions everybody': withChat(async (stage, chat) => {
		const { ticket_id, link } = await post(stage, 'Post to LINE WORKS', chat.lineWorks.url, 'Hello <m userId="all">\n"there"');
		const lines = ['**Where** [is](https://evil.example) ＜it>?', 'From "Miller [CEO]" ＜anna@mail.example>, labels: none', 'Hello ＜m userId="all">', '"there"'];
		expect(chat.lineWorks.messages).toEqual([
			{ title: `Team [A] ＜1>: new ticket #${ticket_id}`, body: { text: lines.join('\n') }, button: { label: 'Open the ticket', url: link } },
		]);
	}),

	'posts the others when one is refused, and stops with the number of that one, before a second chat gets anything': withChat(async (stage, chat) => {
		const inbox = await stage.newInbox('Refused');
		const event = (ticket_id: number) => ({ json: { event: 'ticketCreated', ticket_id, title: '', message_box_name: 'Refused', text: null, from: null } });
		const urls = { 'Post to Chatwork': chat.chatwork.url, 'Post to LINE WORKS': chat.lineWorks.url };
		const id = await keep(stage, urls, inbox, { pinData: { [TRIGGER]: [event(71), event(72)] } });
		chat.refuseNext(503);
		const execution = await stage.world.api.runWorkflow(id, TRIGGER);
		expect(failureText(execution)).toMatch(/^Not posted: ticket #71 \(.*503.*\)$/);
		expect(chat.chatwork.messages.map(({ body }) => body)).toEqual(['[info][title]Refused: new ticket #72[/title](no title)\nFrom unknown, labels: none[/info]']);
		expect(chat.lineWorks.messages).toEqual([]);
	}),
};
