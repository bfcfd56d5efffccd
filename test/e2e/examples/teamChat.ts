import type { Example } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import { CREDENTIAL_TYPE } from '../world';
import { beside, type Stage, type Trials } from './stage';
import { CHATWORK_TOKEN, startTeamChat, type Posted } from './teamChatServer';
import { without } from './without';

const TRIGGER = 'When a ticket is created';
const POSTS = ['Post to Teams', 'Post to Chatwork', 'Post to LINE WORKS'] as const;
const TICKET_URL = 'https://tenant.example/{message_box_id}/{status_cd}/{ticket_id}';

type Post = (typeof POSTS)[number];

/** The example as a user leaves it: the nodes of chats that he does not have are deleted. @param urls of those that he has */
async function keep(stage: Stage, urls: Partial<Record<Post, string>>, inbox: number): Promise<Example> {
	const { baseUrl, token } = stage.around.simulator;
	const data = { baseUrl, accessToken: token, sampleTicketUrl: TICKET_URL };
	const chatwork = { name: 'X-ChatWorkToken', value: CHATWORK_TOKEN };
	const parameters = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url }]));
	const workflow = await stage.fill(inbox, parameters, {
		[CREDENTIAL_TYPE]: await stage.api.createCredential('With links (team chat)', CREDENTIAL_TYPE, data),
		httpHeaderAuth: await stage.api.createCredential('Chatwork token (stand-in)', 'httpHeaderAuth', chatwork),
	});
	return without(workflow, POSTS.filter((name) => !(name in urls)));
}

/** Runs the example on one new ticket, and publishes it. @returns the ticket's number and the link to it */
async function post(stage: Stage, node: Post, url: string, body: string) {
	const inbox = await stage.newInbox('Team [A] <1>');
	const messages = [{ body, from: '"Miller [CEO]" <anna@mail.example>' }];
	const ticket_id = await stage.newTicket(inbox, { title: '**Where** [is](https://evil.example) <it>?', messages });
	const workflow = await keep(stage, { [node]: url }, inbox);
	expect(failureText(await stage.run(TRIGGER, workflow))).toBeUndefined();
	await stage.publish(workflow, async () => {});
	return { ticket_id, link: `https://tenant.example/${inbox}/open/${ticket_id}` };
}

const texts = ({ body }: Posted) => (body as Array<{ inlines: Array<{ text: string }> }>).map(({ inlines }) => inlines.map(({ text }) => text).join(''));

export const teamChat: Trials = {
	'posts a card to Teams, in which nothing of the customer is Markdown, with the other two deleted': beside(startTeamChat, async (stage, chat) => {
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

	'posts to a room of Chatwork, and no text of a customer calls everybody': beside(startTeamChat, async (stage, chat) => {
		const { ticket_id, link } = await post(stage, 'Post to Chatwork', chat.chatwork.url, '[toall] Hello & good [/info] day\n[To:1]');
		const lines = ['**Where** ［is］(https://evil.example) <it>?', 'From "Miller ［CEO］" <anna@mail.example>, labels: none', '［toall］ Hello & good ［/info］ day', '［To:1］'];
		const head = `[info][title]Team ［A］ <1>: new ticket #${ticket_id}[/title]`;
		expect(chat.chatwork.messages).toEqual([{ body: `${head}${lines.join('\n')}[/info]${link}`, self_unread: '1' }]);
	}),

	'posts to a message room of LINE WORKS, and no text of a customer mentions everybody': beside(startTeamChat, async (stage, chat) => {
		const { ticket_id, link } = await post(stage, 'Post to LINE WORKS', chat.lineWorks.url, 'Hello <m userId="all">\n"there"');
		const lines = ['**Where** [is](https://evil.example) ＜it>?', 'From "Miller [CEO]" ＜anna@mail.example>, labels: none', 'Hello ＜m userId="all">', '"there"'];
		expect(chat.lineWorks.messages).toEqual([
			{ title: `Team [A] ＜1>: new ticket #${ticket_id}`, body: { text: lines.join('\n') }, button: { label: 'Open the ticket', url: link } },
		]);
	}),

	'posts the others when one is refused, and stops with the number of that one, before a second chat gets anything': beside(startTeamChat, async (stage, chat) => {
		const inbox = await stage.newInbox('Refused');
		const event = (ticket_id: number) => ({ event: 'ticketCreated', ticket_id, title: '', message_box_name: 'Refused', text: null, from: null });
		const workflow = await keep(stage, { 'Post to Chatwork': chat.chatwork.url, 'Post to LINE WORKS': chat.lineWorks.url }, inbox);
		chat.refuseNext(503);
		const execution = await stage.run(TRIGGER, workflow, event(71), event(72));
		expect(failureText(execution)).toMatch(/^Not posted: ticket #71 \(.*503.*\)$/);
		expect(chat.chatwork.messages.map(({ body }) => body)).toEqual(['[info][title]Refused: new ticket #72[/title](no title)\nFrom unknown, labels: none[/info]']);
		expect(chat.lineWorks.messages).toEqual([]);
	}),
};
