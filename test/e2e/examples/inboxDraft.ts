import { eventually, QUESTION, type Stage, type Trials } from './stage';

const LABEL = 'Send draft';
const memo = (title: string, body: string) => ({ do: 'addMessage', method_cd: 'record', title, body });

/** What people do in an inbox with the label, and what they find there. */
class Team {
	private constructor(
		private readonly stage: Stage,
		readonly inbox: number,
		private readonly label: number,
	) {}

	static async of(stage: Stage, name: string): Promise<Team> {
		const inbox = await stage.newInbox(name);
		return new Team(stage, inbox, (await stage.make<{ id: number }>({ do: 'addLabel', inboxId: inbox, name: LABEL })).id);
	}

	async addLabel(...tickets: number[]): Promise<void> {
		for (const ticketId of tickets) await this.stage.make({ do: 'editTicket', ticketId, label_ids: [this.label] });
	}

	/** Adds the label, and waits until the workflow has taken it off. */
	async send(...tickets: number[]): Promise<void> {
		await this.addLabel(...tickets);
		await eventually('the labels to be taken off', async () => (await Promise.all(tickets.map(async (id) => (await this.stage.ticket(id)).label_ids.length))).every((count) => count === 0));
	}

	/** Writes a memo, as a colleague does. */
	async write(ticketId: number, title: string, body: string): Promise<void> {
		await this.stage.make({ ...memo(title, body), ticketId });
	}

	/** @returns the titles of the memos of a ticket with their texts, the oldest first */
	async memos(ticketId: number): Promise<Array<[string, string]>> {
		return (await this.stage.ticket(ticketId)).messages.filter(({ method_cd }) => method_cd === 'record').map(({ title, body }) => [String(title), body]);
	}

	async lastMemo(ticketId: number): Promise<[string, string] | undefined> {
		return (await this.memos(ticketId)).at(-1);
	}

	/** @returns the texts of the mails that were sent, each with the text that it answers */
	async sent(ticketId: number): Promise<Array<[string, string]>> {
		const { messages } = await this.stage.ticket(ticketId);
		const requests = (await this.stage.around.simulator.requests()).filter(({ path }) => path.endsWith(`/${this.inbox}/mails/reply`));
		const replies = requests.map(({ body }) => body as { message_id: number; body: string });
		const answered = replies.flatMap(({ message_id, body }) => messages.filter((message) => message.message_id === message_id).map((message) => [message.body, body] as [string, string]));
		expect(messages.filter(({ action_cd, method_cd }) => action_cd === 'sent' && method_cd === 'mail')).toHaveLength(answered.length);
		return answered;
	}

	/** Waits until a ticket has this number of drafts. */
	async drafts(count: number, ...tickets: number[]): Promise<void> {
		const counts = async () => await Promise.all(tickets.map(async (id) => (await this.memos(id)).filter(([title]) => title === 'Draft').length));
		await eventually(`${count} drafts`, async () => (await counts()).every((one) => one === count));
	}
}

const WITHDRAWN = ['Draft withdrawn', expect.stringMatching(/^The customer has written again since: message \d+\n\nThe drafts above this memo/)];
const NONE = ['Draft not sent', expect.stringMatching(/^There is no draft/)];
const sentMemo = (text: string) => ['Draft sent', expect.stringMatching(new RegExp(`^Sent to anna@mail.example as the answer to message \\d+, with the subject "Re: Parcel":\n\n${text}$`))];

export const inboxDraft: Trials = {
	'sends the newest draft once a round, to the message that it was written for': async (stage, { chat, think }) => {
		const team = await Team.of(stage, 'Drafts in the inbox');
		const write = async (body: string) => await stage.newTicket(team.inbox, { title: 'Parcel', messages: [{ ...QUESTION, body: `${body} My address: anna@mail.example` }] });
		const asks = (body: string) => `${body} My address: anna@mail.example`;
		const asked = chat.requests.length;
		think((_answers, { messages }) => ({ say: `Model about ${/(\w+)\? My address/.exec(String(messages.at(-1)?.content).split('\n\n').at(-1)!)?.[1]}` }));
		await stage.publish(await stage.fill(team.inbox), async () => {
			const tickets = [await write('one?'), await write('improved?'), await write('between?'), await write('withdrawn?'), await write('undrafted?')] as const;
			const [one, improved, between, withdrawn, refused] = tickets;
			await team.drafts(1, ...tickets);
			await team.write(improved, 'Draft', 'A colleague');
			await team.write(improved, ' draft', 'Another colleague');
			await stage.make({ do: 'addMessage', ticketId: between, ...QUESTION, body: asks('cancelled?') });
			await team.write(withdrawn, 'Draft withdrawn', 'He has called.');
			await team.write(refused, 'Draft', 'Dear [object Object]');
			await team.send(...tickets);
			expect(await team.sent(one)).toEqual([[asks('one?'), 'Model about one']]);
			expect(await team.lastMemo(one)).toEqual(sentMemo('Model about one'));
			expect(await team.sent(improved)).toEqual([[asks('improved?'), 'Another colleague']]);
			expect([await team.sent(between), await team.lastMemo(between)]).toEqual([[], WITHDRAWN]);
			expect([await team.sent(withdrawn), await team.lastMemo(withdrawn)]).toEqual([[], NONE]);
			expect([await team.sent(refused), await team.lastMemo(refused)]).toEqual([[], ['Draft not sent', expect.stringContaining('with [object Object] in it')]]);

			// The label a second time: nothing where a mail was sent, and what was written since where none was.
			await team.write(between, 'Draft', 'It is cancelled');
			await team.write(refused, 'Draft', 'Dear Anna');
			await stage.make({ do: 'addMessage', ticketId: one, ...QUESTION, body: asks('second?') });
			await team.drafts(2, one);
			await team.send(...tickets);
			expect(await team.sent(one)).toEqual([[asks('one?'), 'Model about one'], [asks('second?'), 'Model about second']]);
			expect([await team.sent(improved), await team.lastMemo(improved)]).toEqual([[expect.anything()], NONE]);
			expect(await team.sent(between)).toEqual([[asks('cancelled?'), 'It is cancelled']]);
			expect(await team.sent(withdrawn)).toEqual([]);
			expect(await team.sent(refused)).toEqual([[asks('undrafted?'), 'Dear Anna']]);
		});
		expect(JSON.stringify(chat.requests.slice(asked))).not.toContain('anna@mail.example');
	},

	'writes no draft for a mail after which the customer wrote again, and sends none whose label somebody took off': async (stage, { think }) => {
		const team = await Team.of(stage, 'Overtaken');
		const ticket = await stage.newTicket(team.inbox, { title: 'Parcel' });
		const [first] = (await stage.ticket(ticket)).messages;
		think(() => ({ say: 'Too late' }));
		await stage.make({ do: 'addMessage', ticketId: ticket, ...QUESTION, body: 'Found it.' });
		const workflow = await stage.fill(team.inbox);
		const event = { ticket_id: ticket, message_box_id: team.inbox };
		await stage.run('When a mail arrives', workflow, { ...event, message_id: first!.message_id });
		await team.write(ticket, 'Draft', 'A colleague');
		await stage.run('When Send draft is added', workflow, event);
		expect([await team.memos(ticket), await team.sent(ticket)]).toEqual([[['Draft', 'A colleague']], []]);
	},
};
