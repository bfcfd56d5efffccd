/** Outages: polls without any answer are counted, whatever fails in them. */
import type { Fault } from '../../simulator';
import { idsOf, LIMITED, Scene } from '../scene';

const RESET: Fault = { kind: 'resetBefore' };
const GATEWAY: Fault = { kind: 'gateway', status: 502 };
const status = (code: number): Fault => ({ kind: 'status', status: code });

/** @param faults what fails in each poll; undefined: nothing @returns what became of it */
async function outcomes(scene: Scene, faults: ReadonlyArray<Fault | undefined>): Promise<string[]> {
	const seen: string[] = [];
	for (const fault of faults) {
		scene.simulator.faults.clear();
		if (fault !== undefined) scene.fail(fault);
		seen.push(...(await scene.outcomes(1)));
	}
	return seen;
}

describe.each([[[101]], [[101, 102, 103]]])('an outage of the inboxes %j', (inboxes) => {
	it.each<[string, Fault[]]>([
		['connection resets and a page of a gateway', [RESET, RESET, RESET, GATEWAY]],
		['503 and 502', [status(503), status(502)]],
		['half an answer, 500 and silence', [{ kind: 'cutJson' }, status(500), { kind: 'noAnswer' }]],
	])('with %s in turn is reported from the fourth poll on', async (_what, kinds) => {
		const scene = await Scene.begun({ inboxes });
		const twelve = Array.from({ length: 12 }, (_, poll) => kinds[poll % kinds.length]);
		expect(await outcomes(scene, twelve)).toEqual([...Array<string>(3).fill('tolerated'), ...Array<string>(9).fill('thrown')]);
		const { ticket_id } = scene.store.createTicket({ message_box_id: inboxes[0] });
		scene.simulator.faults.clear();
		expect(idsOf(await scene.events())).toEqual([ticket_id]);
	});

	it('begins anew after a poll with an answer', async () => {
		const scene = await Scene.begun({ inboxes });
		const seen = await outcomes(scene, [RESET, status(502), RESET, undefined, status(503), GATEWAY, status(500), RESET]);
		expect(seen).toEqual(['tolerated', 'tolerated', 'tolerated', 'fine', 'tolerated', 'tolerated', 'tolerated', 'thrown']);
	});

	it('of which the rate limit is a part is reported all the same', async () => {
		const scene = await Scene.begun({ inboxes });
		expect(await outcomes(scene, [LIMITED, RESET, LIMITED, RESET, LIMITED, LIMITED, LIMITED])).toEqual(
			['tolerated', 'tolerated', 'tolerated', 'thrown', 'tolerated', 'thrown', 'thrown'],
		);
	});
});

it('an inbox whose failures change their kind is reported once beside others that can be read', async () => {
	const scene = await Scene.begun({ inboxes: [101, 102] });
	const seen: string[] = [];
	for (let poll = 0; poll < 24; poll++) {
		scene.simulator.faults.clear();
		scene.fail([RESET, GATEWAY, status(500)][poll % 3], /\/102\//);
		seen.push(...(await scene.outcomes(1)));
	}
	expect(seen.indexOf('reported')).toBe(3);
	expect(seen.filter((what) => what !== 'tolerated' && what !== 'fine')).toEqual(['reported']);
});

it.each<[string, Fault, number]>([
	['access is denied', status(403), 0],
	['there is no such inbox', status(404), 0],
	['the token is wrong', status(401), 0],
	['there is a redirect', { kind: 'redirect' }, 0],
	['there is a page of another server', { kind: 'html' }, 0],
	['the server fails', status(500), 3],
	['a gateway fails', status(502), 3],
	['a gateway shows its page', GATEWAY, 3],
	['there is maintenance', status(503), 3],
	['answers are cut off', { kind: 'cutJson' }, 3],
	['there is no answer', { kind: 'noAnswer' }, 3],
])('where nothing can be read because %s: one inbox and several fail after the same number of polls', async (_what, fault, borne) => {
	for (const inboxes of [[101], [101, 102]]) {
		const scene = await Scene.begun({ inboxes });
		expect(await outcomes(scene, Array<Fault>(5).fill(fault))).toEqual([...Array<string>(borne).fill('tolerated'), ...Array<string>(5 - borne).fill('thrown')]);
	}
});
