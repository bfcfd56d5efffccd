import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { fromList } from '../../../scripts/demo/workflow';
import { waitFor } from '../../../scripts/n8n-host/net';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { answerOnceItWaits } from './mailedForm';
import type { Stage, Trials } from './trial';

const ARRIVAL_MS = 60_000;
/** n8n records no decision of a program that only looks at a link. */
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };

/** Waits for the mail with this text, then does what its reader does. @returns the mail */
export async function decide({ mail }: Stage, text: string, approved: boolean): Promise<string> {
	const find = () => mail.mails.find(({ content }) => content.includes(text));
	const { content } = await waitFor('the mail that asks', find, { timeoutMs: ARRIVAL_MS });
	const links = [...content.matchAll(/href="([^"]+)"/g)].map(([, link]) => (link ?? '').replaceAll('&amp;', '&'));
	const link = links.find((one) => one.includes(`approved=${approved}`));
	if (!link) throw new Error(`The mail has no link for it: ${content}`);
	const response = await answerOnceItWaits(async () => await fetch(link, { headers: BROWSER }));
	if (!response.ok) throw new Error(`The decision was refused: ${response.status} ${await response.text()}`);
	return content;
}

export const approval: Trials = {
	'sends the answer that was approved, and none that was declined': async (stage) => {
		const { world, make } = stage;
		const before = stage.mail.mails.length;
		const inbox = await stage.newInbox('Approvals');
		const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: 'Support', email: 'support@tenant.example' });
		const messageBoxId = fromList(inbox, 'Approvals');
		const id = await stage.import({
			parameters: {
				'When a mail arrives': { messageBoxIds: [inbox], pollTimes: POLL_TIMES },
				'Ask for approval': { fromEmail: 'n8n@tenant.example', toEmail: 'boss@tenant.example' },
				'Send the answer': { messageBoxId, mailAccountId: mail_account_id },
			},
		});
		const ask = async (title: string) => {
			const messages = [{ body: 'Where is <it>?', from: 'anna@mail.example' }];
			return (await make({ do: 'createTicket', message_box_id: inbox, title, messages })).ticket_id!;
		};
		const bodies = async (ticketId: number) => (await make<KeptTicket>({ do: 'getTicket', ticketId })).messages.map(({ body }) => body);
		await world.api.activate(id);
		try {
			const declined = await ask('Declined');
			await decide(stage, `#${declined}`, false);
			const approved = await ask('Approved');
			const content = await decide(stage, `#${approved}`, true);
			expect(stage.mail.mails.slice(before).map(({ from, to }) => ({ from, to }))).toEqual(
				Array.from({ length: 2 }, () => ({ from: 'n8n@tenant.example', to: ['boss@tenant.example'] })),
			);
			// n8n's mail undoes escaped HTML: what a customer writes must not become a link or a button there.
			expect(content).toContain('Where is ＜it＞?');
			const sent = async () => (await bodies(approved)).length > 1;
			await waitFor('the answer to leave', sent, { timeoutMs: ARRIVAL_MS });
			expect(await bodies(approved)).toEqual(['Where is <it>?', expect.stringContaining('your message about "Approved"')]);
			const ended = async () => (await world.api.executions(id)).filter(({ status }) => status === 'success').length === 2;
			await waitFor('both to end well', ended, { timeoutMs: ARRIVAL_MS });
			expect(await bodies(declined)).toEqual(['Where is <it>?']);
		} finally {
			await world.api.deactivate(id);
		}
	},
};
