/** The email limits of the credential: what they count across runs, what they refuse before anything is sent, and what is given back. */
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import type * as Node from '../../nodes/SupportInbox/SupportInbox.node';
import { callTool, runNode, type RunSettings, type Service } from '../harness/engine';
import { execute } from '../harness/execution';
import { loggedIn } from '../harness/logged';
import { asLoaded } from '../harness/olderVersions';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass, skippingNow } from '../harness/skippedWaits';
import { knowsBegin } from '../harness/workflowRun';
import { byId, INBOX } from '../resources/service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OURS = `support${INBOX}@tenant.example`;
const IDS = { message_id: expect.any(Number), ticket_id: expect.any(Number) };
const HOUR_USED_UP = /^Email Limit per Hour is (\d+)\. Recipients within the last hour: \1, in this run: 1$/;

const simulator = simulatorOfEachTest({ seed: { tickets: 0 } });

const SEND: INodeParameters = { resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: 401, to: '={{ $json.to ?? "anna@mail.example" }}', subject: '={{ $json.subject ?? "Hello" }}', body: 'Soon', sendEmailFields: { allowEqualItems: true } };
const reply = (ticketId: number, replyEmailFields: INodeParameters = {}): INodeParameters => ({ resource: 'email', operation: 'reply', messageBoxId: byId(INBOX), replyTicketId: byId(ticketId), replyMailAccountId: '401', body: 'Soon', replyEmailFields });
const ticket = (message: object = {}) => simulator.store.createTicket({ message_box_id: INBOX, messages: [{ from: 'anna@mail.example', to: OURS, ...message }] }).ticket_id;
const items = (...rows: IDataObject[]) => rows.map((json) => ({ json }));
const to = (...addresses: string[]) => items(...addresses.map((address) => ({ to: address })));
const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@mail.example`);

const limited = (perHour: unknown, perDay: unknown = '', more: object = {}): Service =>
	({ baseUrl: simulator.baseUrl, token: simulator.token, credential: { emailLimitPerHour: perHour, emailLimitPerRecipientAndDay: perDay, ...more } });
const run = async (service: Service, settings: RunSettings = {}, parameters = SEND) => await runNode(service, parameters, settings);
/** @returns what became of each: the message of its error, or undefined for one that was sent */
const ends = async (runs: Array<Promise<unknown>>) => (await Promise.allSettled(runs)).map((end) => (end.status === 'rejected' ? (end.reason as Error) : undefined));
const left = () => simulator.requests.filter(({ method, path }) => method === 'POST' && /\/mails(\/reply)?$/.test(path));
const continued = { node: { onError: 'continueRegularOutput' } } as const;
const errorsOf = (out: Array<{ json: IDataObject }>) => out.map(({ json }) => json.error);
const inAnHour = () => new Date(skippingNow() + HOUR).toISOString().slice(0, 15);

describe('Email Limit per Hour', () => {
	it.each([['Email: Send', () => SEND], ['Email: Reply', () => reply(ticket(), { allowMultipleReplies: true })]])('%s: of 60 runs at once ten are sent, and the others hear when the next may be', async (_name, parametersOf) => {
		const parameters = parametersOf();
		const refused = (await ends(Array.from({ length: 60 }, async () => await run(limited('10'), {}, parameters)))).filter((error) => error !== undefined);
		expect(left()).toHaveLength(10);
		expect(refused).toHaveLength(50);
		for (const error of refused) expect(error).toMatchObject({ message: expect.stringMatching(HOUR_USED_UP), description: expect.stringContaining(`Nothing was sent. The next one can be sent from ${inAnHour()}`) });
	});

	it.each([{}, continued])('a run of 11 is refused before its first, with %j', async (settings) => {
		const message = 'Email Limit per Hour is 10. Recipients within the last hour: 0, in this run: 11';
		const end = run(limited(10), { items: to(...people(11)), ...settings });
		if ('node' in settings) expect(errorsOf(await end)).toEqual(Array(11).fill(expect.stringContaining(message)));
		else await expect(end).rejects.toMatchObject({ message, description: expect.stringMatching(/^Nothing was sent\. It is more than the limit: send it in parts\. The next 10 can be sent now\./) });
		expect(left()).toEqual([]);
		expect(await run(limited(10), { items: to(...people(10)) })).toHaveLength(10);
	});

	it('counts recipients, each address once: To, CC and BCC', async () => {
		const one = { ...SEND, to: 'A <a@mail.example>, b@mail.example', sendEmailFields: { cc: 'A@mail.example, c@mail.example', bcc: 'd@mail.example' } };
		await run(limited(7), {}, one);
		await expect(run(limited(7), {}, { ...one, subject: 'Other' })).rejects.toThrow('Recipients within the last hour: 4, in this run: 4');
		expect(left()).toHaveLength(1);
	});

	it('slides: a place is free an hour after its email was sent', async () => {
		const begun = skippingNow();
		await run(limited(2));
		letPass(HOUR / 2);
		await run(limited(2), { items: items({ subject: 'Two' }) });
		await expect(run(limited(2))).rejects.toMatchObject({ description: expect.stringContaining(new Date(begun + HOUR).toISOString().slice(0, 16)) });
		letPass(HOUR / 2 + 1_000);
		await run(limited(2));
		await expect(run(limited(2))).rejects.toThrow(HOUR_USED_UP);
		expect(left()).toHaveLength(3);
	});

	it('counts by token: for all nodes and credentials with it; each node has the limit of its own credential', async () => {
		await run(limited(''), { items: to(...people(3)) });
		await expect(run(limited(3))).rejects.toThrow(HOUR_USED_UP);
		await run(limited(4));
		const token = `${simulator.token}-another`;
		simulator.tokens.add(token);
		await run({ ...limited(1), token });
		expect(left()).toHaveLength(5);
	});
});

it('a process begins at nought, and counts alone', async () => {
	await run(limited(1));
	let nodeType: INodeType | undefined;
	jest.isolateModules(() => {
		const { SupportInbox } = jest.requireActual<typeof Node>('../../nodes/SupportInbox/SupportInbox.node');
		nodeType = asLoaded(new SupportInbox());
	});
	await run(limited(1), { nodeType });
	for (const settings of [{}, { nodeType }]) await expect(run(limited(1), settings)).rejects.toThrow(HOUR_USED_UP);
	expect(left()).toHaveLength(2);
});

describe('Email Limit per Recipient and Day', () => {
	it('is per address, in all its spellings and with its tags', async () => {
		for (const address of ['anna@mail.example', 'Anna <ANNA+shop@mail.example>']) await run(limited('', 2), { items: to(address) });
		await run(limited('', 2), { items: to('ben@mail.example') });
		await expect(run(limited('', 2))).rejects.toMatchObject({
			message: 'Email Limit per Recipient and Day is 2. Emails to anna@mail.example within 24 hours: 2, in this run: 1',
			description: expect.stringMatching(/^Nothing was sent\. The next one can be sent from \d{4}-/),
		});
		letPass(DAY);
		await run(limited('', 2));
		expect(left()).toHaveLength(4);
	});

	it.each([{}, continued])('holds for the emails of a run together: none is sent, and each item names its own addresses alone, with %j', async (settings) => {
		const own = 'Email Limit per Recipient and Day is 1. Emails to anna@mail.example within 24 hours: 0, in this run: 2';
		const ofOther = expect.stringContaining('Email Limit per Recipient and Day is 1, and other items of the run are above it');
		const { warn } = await loggedIn(async () => {
			const end = run(limited('', 1), { items: [...to('ben@mail.example', 'anna@mail.example'), ...items({ to: 'anna@mail.example', subject: 'Two' })], ...settings });
			if ('node' in settings) expect(errorsOf(await end)).toEqual([ofOther, expect.stringContaining(own), expect.stringContaining(own)]);
			else await expect(end).rejects.toThrow(own);
		});
		expect(left()).toEqual([]);
		expect(warn).toEqual([expect.stringMatching(/: anna@mail\.example$/)]);
	});

	it('counts a reply whose recipient only the ticket shows where it is sent', async () => {
		await run(limited('', 1));
		await expect(run(limited('', 1), {}, reply(ticket()))).rejects.toMatchObject({
			message: 'Email Limit per Recipient and Day is 1. Emails to anna@mail.example within 24 hours: 1, in this email: 1',
			description: expect.stringMatching(/^It was not sent\./),
		});
		expect(left()).toHaveLength(1);
	});
});

it('Reply All: those that only the ticket shows take their places where it is sent, and are refused there', async () => {
	const [full, small] = [ticket({ cc: people(4).join() }), ticket({ cc: people(2).join() })];
	await expect(run(limited(4), {}, reply(full, { replyAll: true }))).rejects.toMatchObject({
		message: 'Email Limit per Hour is 4. Recipients within the last hour: 0, in this email: 5',
		description: expect.stringMatching(/^It was not sent\./),
	});
	expect(left()).toEqual([]);
	await run(limited(4), {}, reply(small, { replyAll: true }));
	await run(limited(4));
	await expect(run(limited(4))).rejects.toThrow(HOUR_USED_UP);
	expect(left()).toHaveLength(2);
});

describe('a place that is not used is given back', () => {
	const used = async (perHour: number) => {
		const [error] = await ends([run(limited(perHour), { items: to(...people(perHour)) })]);
		return Number(/hour: (\d+)/.exec(error?.message ?? 'hour: 0')?.[1]);
	};

	it('by an email that the service refused, and by those behind it', async () => {
		simulator.faults.add({ kind: 'status', status: 400, when: { method: 'POST', path: /mails$/ } });
		await expect(run(limited(10), { items: to(...people(3)) })).rejects.toThrow();
		expect(await used(10)).toBe(0);
	});

	it('by an item that was refused or stopped before it was sent', async () => {
		await expect(run(limited(10), { items: to('anna@mail.example', 'nobody') })).rejects.toThrow(/nobody/);
		expect(errorsOf(await run(limited(10), { items: items({}, {}, { to: 'b@mail.example' }), ...continued }, { ...SEND, sendEmailFields: {} })).filter(Boolean)).toHaveLength(2);
		const stop = new AbortController();
		stop.abort();
		await expect(run(limited(10), { signal: stop.signal })).rejects.toThrow();
		expect(await used(10)).toBe(1);
	});

	it('by one that is skipped', async () => {
		const skipping = { ...SEND, skipRobots: true };
		expect(await run(limited(10), { items: to('no-reply@mail.example', 'ben@mail.example') }, skipping)).toMatchObject([{ json: { skipped: true } }, { json: IDS }]);
		expect(await used(10)).toBe(1);
	});

	it('by one that Deduplicate finds', async () => {
		const once = { ...SEND, sendEmailFields: { deduplicateDays: 1 } };
		await run(limited(10), {}, once);
		expect(await run(limited(10), {}, once)).toMatchObject([{ json: { deduplicated: true } }]);
		expect(await used(10)).toBe(1);
	});

	it('by a dry run, which takes none and is not refused', async () => {
		await run(limited(10, 1, { dryRun: true }), { items: to(...people(11)) });
		expect(await used(10)).toBe(0);
	});
});

describe('what was sent before needs no place again', () => {
	it('with Retry On Fail', async () => {
		simulator.faults.add({ kind: 'status', status: 400, when: { method: 'POST', path: /mails$/, nth: 5 } });
		const end = await execute(limited(5), SEND, { items: to(...people(5)), node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } });
		expect(end).toMatchObject({ error: undefined, items: Array(5).fill({ json: IDS }) });
		expect(left()).toHaveLength(6);
	});

	it("in n8n's Retry, where n8n says when the execution began", async () => {
		const establishedAt = skippingNow();
		simulator.faults.add({ kind: 'status', status: 400, when: { method: 'POST', path: /mails$/, nth: 5 } });
		await expect(run(limited(5), { items: to(...people(5)), establishedAt })).rejects.toThrow();
		const [refusal] = await ends([run(limited(5), { items: to(...people(5)), establishedAt, mode: 'retry' })]);
		expect(refusal === undefined).toBe(knowsBegin);
		expect(left()).toHaveLength(knowsBegin ? 6 : 5);
	});
});

it('an email of unknown outcome counts', async () => {
	simulator.faults.add({ kind: 'resetBefore', when: { method: 'POST', path: /mails$/ } });
	await ends([run(limited(1))]);
	await expect(run(limited(1), { items: items({ subject: 'Two' }) })).rejects.toThrow(HOUR_USED_UP);
});

it('an agent hears the limit, the number and the time, and no address but its own', async () => {
	await run(limited(5, 1), { items: to('other@mail.example', 'anna@mail.example') });
	const [{ json: ofDay }] = await callTool(limited(5, 1), SEND, items({}));
	expect(ofDay.error).toMatch(/^Email Limit per Recipient and Day is 1\. Emails to anna@mail\.example within 24 hours: 1, in this run: 1\. Nothing was sent\. The next one can be sent from .*Z on\. .*Do not try it in another way: ask the person you work for\.$/);
	const [{ json: ofHour }] = await callTool(limited(2), { ...SEND, to: 'carl@mail.example' }, items({}));
	expect(ofHour.error).toMatch(/^Email Limit per Hour is 2\. Recipients within the last hour: 2, in this run: 1\. Nothing was sent\./);
	expect(JSON.stringify([ofDay, ofHour])).not.toContain('other@');
	expect(left()).toHaveLength(2);
});

it.each<[string, unknown]>([
	['0', 0], ['"0"', '0'], ['a negative number', -1], ['a part of one', '2.5'], ['a text', 'many'], ['blanks', ' '], ['null', null], ['nothing', undefined], ['NaN', NaN], ['true', true], ['a list', [5]], ['more than is counted', 10_001],
])('%s is no limit: no email is sent, and reads go on', async (_what, value) => {
	const refusal = { message: expect.stringMatching(/^The Email Limit per (Hour|Recipient and Day) of the credential is not a whole number from 1 to 10000: /), description: expect.stringContaining('leave it empty for no limit') };
	for (const more of [{ emailLimitPerHour: value }, { emailLimitPerRecipientAndDay: value }, { emailLimitPerHour: value, dryRun: true }]) {
		await expect(run(limited('', '', more))).rejects.toMatchObject(refusal);
		expect(await runNode(limited('', '', more), { resource: 'ticket', operation: 'get', messageBoxId: byId(INBOX), ticketId: byId(ticket()) })).toHaveLength(1);
	}
	expect(left()).toEqual([]);
});

it('Access refuses first, and memos and tickets are no emails', async () => {
	await run(limited(1));
	await expect(run(limited(1, '', { permissions: 'readOnly' }))).rejects.toThrow('The credential does not allow this');
	const memo = { resource: 'ticket', operation: 'create', messageBoxId: byId(INBOX), ticketSubject: 'Call', customerEmail: 'anna@mail.example' };
	expect(await run(limited(1), {}, memo)).toMatchObject([{ json: IDS }]);
});
