import { HOUR, MINUTE, SECOND } from '../../nodes/SupportInbox/store/time';
import type { Fault } from '../simulator';
import { idsOf, LIMITED, Scene } from './scene';

const WITH_MESSAGES = { includeMessages: true };

describe('trouble', () => {
	it.each([403, 404, 500, 503])('fails the activation when the inbox cannot be read: %i', async (status) => {
		const scene = await Scene.set();
		scene.simulator.faults.add({ kind: 'status', status });
		expect(await scene.outcomes(2)).toEqual(['thrown', 'fine']);
	});

	it('does not fail as long as it reads anything, though the rate limit leaves nothing for details', async () => {
		const scene = await Scene.begun(WITH_MESSAGES);
		const tickets = idsOf(scene.create(8));
		scene.fail(LIMITED, /\/tickets\/\d+$/);
		expect(await scene.outcomes(8)).toEqual(Array<string>(8).fill('tolerated'));
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual(tickets);
	});

	it('stops in time and goes on in the next poll', async () => {
		const scene = await Scene.begun({ ...WITH_MESSAGES, maxRequests: 50 });
		scene.latency = 2 * SECOND;
		const tickets = idsOf(scene.create(20));
		const before = scene.now;
		const events = await scene.events(0);
		expect(scene.now - before).toBeLessThanOrEqual(30 * SECOND);
		expect(events.length).toBeGreaterThan(0);
		expect([...idsOf(events), ...idsOf(await scene.allEvents())]).toEqual(tickets);
	});

	it('lets a second poll of the same node do nothing', async () => {
		const scene = await Scene.begun();
		scene.create(1);
		const [first, second] = await Promise.all([scene.poll(0), scene.poll(0)]);
		expect(first?.events).toHaveLength(1);
		expect(second).toBeNull();
	});

	it('lets a poll that n8n has given up store nothing when it comes to its end after all', async () => {
		const scene = await Scene.set();
		let second: ReturnType<Scene['poll']> | undefined;
		scene.onTravel = () => {
			if (second !== undefined) return;
			scene.now += 6 * MINUTE;
			second = scene.poll(0);
		};
		expect(await scene.poll()).toBeNull();
		expect(await second).not.toBeNull();
	});
});

describe('an inbox that cannot be read from the start', () => {
	it.each<[string, Fault, string, string[]]>([
		['refused', { kind: 'status', status: 404 }, 'refused', []],
		['in trouble', { kind: 'status', status: 500 }, 'trouble', ['3 reported']],
		['down', { kind: 'status', status: 503 }, 'trouble', ['3 reported']],
	])('and is %s fails the activation, and later polls not again, while the other ones work', async (_what, fault, meaning, later) => {
		const scene = await Scene.set({ inboxes: [101, 102] });
		scene.fail(fault, /\/102\//);
		expect((await scene.poll())?.report).toMatchObject({ thrown: { messageBoxId: 102, meaning }, reported: [] });
		const { ticket_id } = scene.store.createTicket({ message_box_id: 101 });
		expect(idsOf(await scene.events())).toEqual([ticket_id]);
		const outcomes = (await scene.outcomes(70)).map((what, poll) => `${poll + 2} ${what}`);
		expect(outcomes.filter((what) => !what.endsWith('tolerated'))).toEqual(later);
		scene.simulator.faults.clear();
		await scene.poll();
		const begun = scene.store.createTicket({ message_box_id: 102 });
		expect(idsOf(await scene.events())).toEqual([begun.ticket_id]);
	});

	it('is reported where the same poll emits something', async () => {
		const scene = await Scene.set({ inboxes: [101, 102], start: { mode: 'latestTickets', count: 1 } });
		scene.create(1);
		scene.fail({ kind: 'status', status: 404 }, /\/102\//);
		expect(await scene.poll()).toMatchObject({ events: [{}], report: { thrown: null, reported: [{ messageBoxId: 102 }] } });
		expect(await scene.outcomes(10)).toEqual(Array<string>(10).fill('tolerated'));
	});
});

describe('an inbox that is down among ten', () => {
	const INBOXES = Array.from({ length: 10 }, (_, place) => 101 + place);
	const set = async (inboxes: 'all' | number[] = INBOXES) => {
		const scene = await Scene.begun({ inboxes: inboxes === 'all' ? undefined : inboxes, includeMessages: true, maxRequests: undefined });
		for (const id of INBOXES.slice(3)) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
		await scene.eventsOf(2);
		return scene;
	};
	/** A ticket comes into each inbox every ten minutes. @returns those of each poll, and what was emitted and reported */
	const twoHours = async (scene: Scene) => {
		const [came, emitted, reports] = [new Map<number, { inbox: number; at: number }>(), new Map<number, number>(), [] as string[]];
		for (let poll = 0; poll < 120; poll++) {
			if (poll % 10 === 0) for (const { ticket_id, message_box_id: inbox } of scene.create(10, (place) => ({ message_box_id: INBOXES[place] }))) came.set(ticket_id, { inbox, at: poll });
			const { events, report } = (await scene.poll())!;
			for (const { ticket_id } of events) emitted.set(ticket_id, poll);
			for (const failure of report.reported) reports.push(`${poll} ${failure.messageBoxId}`);
			expect(report.thrown).toBeNull();
		}
		const late = (isDown: (inbox: number) => boolean) => [...came].filter(([, { inbox }]) => !isDown(inbox)).map(([id, { at }]) => (emitted.get(id) ?? Infinity) - at);
		return { late, reports, missed: [...came.keys()].filter((id) => !emitted.has(id)) };
	};

	it.each<[string, Fault, number]>([
		['in maintenance', { kind: 'status', status: 503 }, 101],
		['without an answer', { kind: 'noAnswer' }, 110],
	])('%s delays no other one, is reported once, and catches up', async (_what, fault, down) => {
		const scene = await set();
		scene.fail(fault, new RegExp(`/${down}/`));
		const { late, reports, missed } = await twoHours(scene);
		expect(Math.max(...late((inbox) => inbox === down))).toBe(0);
		expect(reports).toEqual([`3 ${down}`]);
		expect(missed).toHaveLength(12);
		scene.simulator.faults.clear();
		expect(idsOf(await scene.allEvents())).toEqual(missed);
	});

	it('beside a second one, both new, delays no known one', async () => {
		const scene = await set('all');
		for (const id of [98, 99]) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
		scene.fail({ kind: 'status', status: 503 }, /\/9[89]\//);
		const { late, reports } = await twoHours(scene);
		expect(Math.max(...late(() => false))).toBeLessThanOrEqual(3);
		expect(reports.map((report) => report.split(' ')[1]).sort()).toEqual(['98', '99']);
	});

	it('is asked two questions a poll where all the others are down as well', async () => {
		const scene = await set();
		scene.fail({ kind: 'status', status: 503 });
		for (let poll = 0; poll < 5; poll++) {
			await scene.poll();
			expect(scene.requests).toBe(2);
		}
	});
});

describe('inboxes that cannot be read among others', () => {
	it.each([4, 12])('%i of 20 that are down delay the others by a poll at most, and no poll fails once each was asked', async (count) => {
		const all = Array.from({ length: 20 }, (_, place) => 101 + place);
		const scene = await Scene.set({ inboxes: all, maxRequests: undefined });
		for (const id of all.slice(3)) scene.store.addInbox({ id, name: `Inbox ${id}`, customer_group_id: 11 });
		await scene.eventsOf(3);
		scene.fail({ kind: 'status', status: 503 }, new RegExp(`/(${all.slice(0, count).join('|')})/`));
		await scene.outcomes(10);
		for (let hour = 0; hour < 4; hour++) {
			expect(await scene.outcomes(65)).not.toContain('thrown');
			const created = scene.create(20 - count, (place) => ({ message_box_id: all[count + place] }));
			expect(idsOf(await scene.eventsOf(2)).sort()).toEqual(idsOf(created));
		}
	});

	it.each([500, 503])('one whose look-back alone fails with %i is reported once, and polls go on', async (status) => {
		const scene = await Scene.begun({ events: ['ticketCreated', 'ticketFieldChanged', 'newMessage'] });
		scene.create(60, () => ({ created_at: scene.now - 2 * HOUR }));
		await scene.allEvents();
		scene.simulator.faults.add({ kind: 'status', status, when: { path: /search$/, times: 'always', predicate: ({ body }) => 'until' in (body as object) } });
		const seen = await scene.outcomes(40);
		expect(seen).not.toContain('thrown');
		expect(seen.filter((what) => what === 'reported')).toHaveLength(1);
		const { ticket_id } = scene.store.createTicket();
		expect(idsOf(await scene.events())).toContain(ticket_id);
	});

	it('one that failed an hour ago is begun with by another trigger, also where time runs out', async () => {
		const scene = await Scene.begun({ inboxes: [101, 102, 103] });
		scene.simulator.faults.add({ kind: 'status', status: 500, when: { path: /\/103\//, times: 1 } });
		await scene.eventsOf(60);
		scene.latency = 8 * SECOND;
		const another = scene.another({ inboxes: [101, 102, 103], includeMessages: false });
		await another();
		scene.now += SECOND;
		const tickets = [101, 102, 103].map((message_box_id) => scene.store.createTicket({ message_box_id }).ticket_id);
		scene.latency = 50;
		const emitted: number[] = [];
		for (let poll = 0; poll < 5; poll++) {
			scene.now += MINUTE;
			emitted.push(...idsOf((await another()).events));
		}
		expect(emitted.sort()).toEqual(tickets);
	});
});

it('the list of inboxes emits of an inbox that is added again what is there, not what has been read before', async () => {
	const start = { mode: 'date', at: Date.parse('2026-03-02T07:00:00Z') } as const;
	const scene = await Scene.set({ inboxes: [101, 102], events: ['ticketCreated', 'newMessage'], start });
	const [gone, stays] = scene.create(2);
	expect((await scene.events()).length).toBe(4);
	scene.settings.inboxes = [102];
	await scene.poll();
	scene.store.removeTicket(gone.ticket_id);
	scene.store.editTicket(stays.ticket_id, { title: 'Parcel found' });
	scene.settings.inboxes = [101, 102];
	const found = [stays.ticket_id, 'Parcel found'];
	expect((await scene.events(HOUR)).map(({ ticket_id, title }) => [ticket_id, title])).toEqual([found, found]);
});
