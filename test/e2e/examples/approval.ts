import { answerOnceItWaits, mailWith } from './mailedForm';
import { ASKS_BOSS, eventually, QUESTION, type Stage, type Trials } from './stage';

/** n8n records no decision of a program that only looks at a link. */
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };

/** Waits for the mail with this text, then does what its reader does. @returns the mail */
export async function decide(stage: Stage, text: string, approved: boolean): Promise<string> {
	const { content, links } = await mailWith(stage, text);
	const link = links.find((one) => one.includes(`approved=${approved}`));
	if (!link) throw new Error(`The mail has no link for it: ${content}`);
	await answerOnceItWaits(async () => await fetch(link, { headers: BROWSER }));
	return content;
}

export const approval: Trials = {
	'sends the answer that was approved, and none that was declined': async (stage, { mail }) => {
		const before = mail.mails.length;
		const inbox = await stage.newInbox('Approvals');
		const ask = async (title: string) => await stage.newTicket(inbox, { title, messages: [{ ...QUESTION, body: 'Where is <it>?' }] });
		await stage.publish(await stage.fill(inbox, { 'Ask for approval': ASKS_BOSS }), async (id) => {
			const declined = await ask('Declined');
			await decide(stage, `#${declined}`, false);
			const approved = await ask('Approved');
			const content = await decide(stage, `#${approved}`, true);
			expect(mail.mails.slice(before).map(({ from, to }) => [from, ...to])).toEqual(Array(2).fill(Object.values(ASKS_BOSS)));
			// n8n's mail undoes escaped HTML: what a customer writes must not become a link or a button there.
			expect(content).toContain('Where is ＜it＞?');
			expect(content).toContain(`The answer to ${QUESTION.from}:`);
			await eventually('the answer to leave', async () => (await stage.bodies(approved)).length > 1);
			expect(await stage.bodies(approved)).toEqual(['Where is <it>?', expect.stringContaining('your message about "Approved"')]);
			await stage.ended(id, 2, ({ status }) => status === 'success');
			expect(await stage.bodies(declined)).toEqual(['Where is <it>?']);
		});
	},
};
