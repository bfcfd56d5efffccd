import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { observe } from './observe';
import { byId, chain, rows, START, start, supportInbox } from './workflows';
import { enterWorld, type World } from './world';

const INBOX = 101;
const MAILS = `/api/v2/${INBOX}/mails$`;
/** n8n runs the whole node again, from its first item. */
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

afterAll(async () => {
	await world.simulator.failNoMore();
});

async function sendMails(subjects: string[]) {
	const account = { name: 'Shop', email: 'shop@tenant.example' };
	const added = await world.simulator.act<{ mail_account_id: number }>({ do: 'addMailAccount', inboxId: INBOX, ...account });
	const send = {
		resource: 'mail',
		operation: 'send',
		messageBoxId: byId(INBOX),
		mailAccountId: added.mail_account_id,
		to: 'anna@example.com',
		subject: '={{ $json.subject }}',
		body: 'It has arrived.',
		additionalFields: {},
	};
	const node = supportInbox('Send', send, world.credentials, RETRY_ON_FAIL);
	const items = rows('Subjects', subjects.map((subject) => ({ subject })));
	const workflow = await world.api.createWorkflow(chain('Mails with Retry On Fail', start(), ...items, node));
	return await world.api.runWorkflow(workflow, START);
}

describe('Retry On Fail', () => {
	it('sends no mail twice: one whose answer is lost is found, and those that were sent are not sent again', async () => {
		const { counts } = await world.simulator.state();
		const seen = await observe(world.simulator);
		const subjects = ['Answer lost', 'Answer heard', 'Refused at first'];
		await world.simulator.fail({ kind: 'resetAfter', when: { method: 'POST', path: MAILS } });
		await world.simulator.fail({ kind: 'status', status: 400, when: { method: 'POST', path: MAILS, nth: 3 } });

		const execution = await sendMails(subjects);

		expect(failureText(execution)).toBeUndefined();
		const tickets = outputJson(execution, 'Send').map(({ ticket_id }) => ticket_id as number);
		const sent = await Promise.all(tickets.map(async (id) => await world.simulator.ticket(id)));
		expect(sent.map((ticket) => ticket?.title)).toEqual(subjects);
		expect((await world.simulator.state()).counts.sentMails).toBe(counts.sentMails + subjects.length);

		const posts = (await seen.requests()).filter(({ path }) => path.endsWith('/mails'));
		expect(posts.map(({ status }) => status)).toEqual(['reset', 200, 400, 200]);
		expect(await seen.violations()).toEqual([]);
	});
});
