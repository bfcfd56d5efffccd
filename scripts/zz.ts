import '../test/harness/ownFolder';
import { MINUTE, SECOND } from '../nodes/SupportInbox/trigger/time';
import { virtualService } from '../test/transport/virtualService';
async function scene(bulkAt: number, second: number, items: number, dropdowns: number, minutes = 5, latencyMs = 80, gapMs = 0) {
	const service = await virtualService({ latencyMs });
	const { clock, ask } = service;
	await clock.pass(MINUTE - (clock.now() % MINUTE));
	const bulk = async () => { await clock.sleep(bulkAt * SECOND); await Promise.all(Array.from({ length: items }, (_, order) => ask({ queue: 'bulk', order }).catch(() => undefined))); };
	const open = async (n: number) => {
		await clock.sleep(Math.floor(n / dropdowns) * MINUTE + second * SECOND + (n % dropdowns) * gapMs);
		const begun = clock.now();
		await ask({ queue: `person ${n}`, purpose: 'person', deadline: begun + 65 * SECOND });
		return clock.now() - begun;
	};
	void bulk();
	const waits = await clock.run(Promise.all(Array.from({ length: dropdowns * minutes }, (_, n) => open(n))));
	return waits.map((w) => Math.round(w / 100) / 10);
}
async function main() {
	for (const dropdowns of [5, 6, 8]) for (const items of [300, 1000]) for (const bulkAt of [0, 10, 19, 20, 30]) for (const second of [0, 5, 20, 40, 55]) {
		const waits = await scene(bulkAt, second, items, dropdowns);
		const most = Math.max(...waits);
		if (most > 0.5) console.log({ dropdowns, items, bulkAt, second, most }, waits.join(' '));
	}
}
void main();
