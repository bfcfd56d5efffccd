/** What no test in a real n8n shows of the admin API: test/e2e acts, fails requests, steps the clock and changes tokens by it. */
import { startSimulatorProcess } from '../../scripts/simulator-process';

test('traffic by itself, until it is stopped', async () => {
	const simulator = await startSimulatorProcess();
	const messages = async () => (await simulator.state()).counts.messages;
	try {
		const before = await messages();
		await simulator.live(5);
		while ((await messages()) <= before + 20) await new Promise((resolve) => setTimeout(resolve, 50));
		await simulator.live(0);
		const then = await messages();
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(await messages()).toBe(then);
	} finally {
		await simulator.stop();
	}
});
