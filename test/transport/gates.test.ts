import { Gate, gateOf } from '../../nodes/SupportInbox/transport/gate';

describe('the gates of a process', () => {
	it('there is one for each token, and the same one each time', () => {
		expect(gateOf('a token')).toBe(gateOf('a token'));
		expect(gateOf('a token')).not.toBe(gateOf('another token'));
	});

	it('those that nobody has used for the longest are forgotten, never one in use', async () => {
		const busy = gateOf('busy');
		const idle = gateOf('idle');
		let finish = () => {};
		const caller = { queue: 'a', order: 0, writes: true, purpose: 'bulk' } as const;
		const working = busy.enter(caller, async () => await new Promise<void>((resolve) => (finish = resolve)));
		await new Promise((resolve) => setTimeout(resolve, 20));
		for (let n = 0; n < 2_000; n++) gateOf(`token ${n}`);
		expect(gateOf('busy')).toBe(busy);
		expect(gateOf('idle')).not.toBe(idle);
		const latest = gateOf('token 1999');
		expect(gateOf('token 1999')).toBe(latest);
		finish();
		await working;
	});
});

describe("this machine's clock", () => {
	afterEach(() => jest.restoreAllMocks());

	it('set back while the limit is used up: requests leave when the limit opens all the same', async () => {
		const gate = new Gate();
		const before = gate.clock.now();
		const real = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => real() - 24 * 60 * 60_000);
		const after = gate.clock.now();
		expect(after - before).toBeGreaterThanOrEqual(0);
		expect(after - before).toBeLessThan(60_000);
		// What people and n8n are told is by the clock that they see.
		expect(Math.abs(gate.clock.wallTime(after) - Date.now())).toBeLessThan(1_000);
	});
});
