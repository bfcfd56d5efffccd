/** What a poll asks for next. */
import { type Kind, type Work, workOff } from '../../nodes/SupportInbox/trigger/phases/queue';
import type { Ends } from '../../nodes/SupportInbox/trigger/phases/status';
import type { Requests } from '../../nodes/SupportInbox/trigger/service/requests';
import { DAY, HOUR, MINUTE } from '../../nodes/SupportInbox/trigger/time';
import { idsOf, Scene } from './scene';

describe('the example on the first page of the queue', () => {
	it('a busy inbox, two quiet ones and a ticket that cannot be shown, with eight requests', async () => {
		const inboxes = [101, 102, 103];
		const scene = await Scene.set({ events: ['ticketCreated', 'newMessage', 'ticketChanged'], includeMessages: true, inboxes, maxRequests: 8 });
		scene.latency = 0;
		// All of them are watched, and in 101 something happens.
		for (const message_box_id of inboxes) scene.store.createTicket({ message_box_id, created_at: scene.now - HOUR });
		await scene.eventsOf(10);
		scene.create(1);
		await scene.eventsOf(5);
		const [hidden] = scene.create(1, () => ({ message_box_id: 103 }));
		scene.store.unshowable.hide(hidden.ticket_id, { status: 500, until: scene.now + DAY });
		await scene.events();

		scene.create(2);
		const before = scene.simulator.requests.length;
		const { trace } = (await scene.poll())!;
		const asked = scene.simulator.requests.slice(before).map(({ path, rawBody }) => [/v2\/(\d+)/.exec(path)![1], /tickets\/\d+$/.test(path) ? 'details' : 'since' in JSON.parse(String(rawBody)) ? 'search' : 'rows'].join(' '));
		expect(asked.slice(0, 6)).toEqual(['101 search', '101 details', '102 search', '103 search', '103 details', '101 details']);
		expect(trace).toMatch(/^news 101 x1, details 101 x2, news 102 x1, news 103 x1, details 103 x1, sweep 10\d x1/);
	});
});

/** Lines of work, each with an age and what its steps do. @returns the steps in their order */
async function order(lines: Array<{ kind: Kind; inbox?: number; age: number; steps?: number; throws?: Ends }>, most = 20): Promise<string[]> {
	const done: string[] = [];
	const requests = { sent: 0, purpose: 'trigger' } as unknown as Requests;
	const works = lines.map(({ kind, inbox = 101, age, steps = Infinity, throws }): Work => {
		let left = steps;
		return {
			kind,
			messageBoxId: inbox,
			age: () => (left > 0 && requests.sent < most ? age : undefined),
			step: async () => {
				left -= 1;
				requests.sent += 1;
				done.push(`${kind} ${inbox}`);
				if (throws !== undefined) throw throws;
			},
		};
	});
	await workOff(works, requests, (_, ends) => ends as Ends);
	return done;
}

describe('the lines of work', () => {
	it('get requests in proportion to their weights and ages', async () => {
		const done = await order([{ kind: 'news', age: MINUTE }, { kind: 'details', age: MINUTE }, { kind: 'sweep', age: 4 * MINUTE }, { kind: 'reread', age: 8 * MINUTE }], 36);
		const count = (kind: Kind) => done.filter((each) => each.startsWith(kind)).length;
		expect(['news', 'details', 'sweep', 'reread'].map((kind) => count(kind as Kind))).toEqual([12, 16, 4, 4]);
		expect(done.slice(0, 2)).toEqual(['details 101', 'news 101']);
	});

	it('begin and names go before all others, however long these have waited', async () => {
		const done = await order([{ kind: 'news', age: DAY, steps: 1 }, { kind: 'begin', inbox: 102, age: 1, steps: 1 }, { kind: 'names', inbox: 0, age: 1, steps: 2 }]);
		expect(done).toEqual(['begin 102', 'names 0', 'names 0', 'news 101']);
	});

	it.each<[string, Kind, Ends, string[]]>([
		['a line without requests ends alone', 'details', 'line', ['details 102', 'moved 101', 'news 101', 'news 102', 'sweep 101']],
		['trouble in an inbox ends its lines', 'details', 'inbox', ['details 102', 'news 102']],
		['a limit that refuses details ends what yields to them', 'details', 'purpose', ['news 101', 'news 102']],
		['a limit that refuses news ends all', 'news', 'purpose', []],
		['without time only begins are left', 'details', 'time', []],
		['where the service is out, all ends', 'details', 'poll', []],
	])('%s', async (_, kind, ends, left) => {
		const rest: Parameters<typeof order>[0] = [
			{ kind: 'details', inbox: 102, age: MINUTE, steps: 1 },
			...[101, 102].map((inbox) => ({ kind: 'news' as const, inbox, age: MINUTE, steps: 1 })),
			{ kind: 'moved', age: MINUTE, steps: 1 },
			{ kind: 'sweep', age: MINUTE, steps: 1 },
		];
		const done = await order([{ kind, age: DAY, throws: ends }, ...rest]);
		expect(done[0]).toBe(`${kind} 101`);
		expect(done.slice(1).sort()).toEqual(left);
	});

	it('an inbox begins though there is no time left', async () => {
		const begin = { kind: 'begin' as const, age: 1, steps: 1 };
		expect(await order([{ ...begin, throws: 'time' }, { ...begin, inbox: 102 }, { kind: 'news', inbox: 103, age: DAY, steps: 1 }])).toEqual(['begin 101', 'begin 102']);
	});

	it('a line whose age is not known ends as its error says, and the others go on', async () => {
		const done: string[] = [];
		const errors: unknown[] = [];
		const broken: Work = { kind: 'details', messageBoxId: 101, age: () => { throw new TypeError('broken'); }, step: async () => {} };
		const well = (messageBoxId: number): Work => ({ kind: 'news', messageBoxId, age: () => (done.length < 2 ? MINUTE : undefined), step: async () => void done.push(`news ${messageBoxId}`) });
		await workOff([broken, well(101), well(102)], { sent: 0 } as Requests, (work, error) => (errors.push(work.messageBoxId, error), 'inbox'));
		expect(errors).toEqual([101, new TypeError('broken')]);
		expect(done).toEqual(['news 102', 'news 102']);
	});
});

describe('two polls of one node', () => {
	it('emit nothing twice where the second one has loaded its memory before n8n saved what the first one stored', async () => {
		const scene = await Scene.begun();
		const bringBack = scene.save();
		const [{ ticket_id }] = scene.create(1);
		expect(idsOf(await scene.events())).toEqual([ticket_id]);
		const bringFirst = scene.save();
		bringBack();
		expect(await scene.poll(900)).toBeNull();
		// Later, n8n has brought back an older memory: the events of the first one are gone with it.
		expect(idsOf(await scene.events())).toEqual([ticket_id]);
		bringFirst();
		expect(await scene.events(900)).toEqual([]);
	});

	it('the second one polls, however soon, where it has what the first one stored', async () => {
		const scene = await Scene.begun();
		const [{ ticket_id }] = scene.create(1);
		expect(idsOf(await scene.events(900))).toEqual([ticket_id]);
	});
});
