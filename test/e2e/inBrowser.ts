import { N8nPage } from './browser';
import { enterWorld, type World } from './world';

/**
 * Opens n8n in a browser before the tests of a file and closes it after them.
 *
 * @param prepare gets both, and makes what the tests begin with
 */
export function inBrowser(prepare: (world: World, n8n: N8nPage) => Promise<void> | void): void {
	let n8n: N8nPage | undefined;

	beforeAll(async () => {
		const world = await enterWorld();
		n8n = await N8nPage.open(world.n8nUrl);
		await prepare(world, n8n);
	});

	afterAll(async () => {
		await n8n?.close();
	});
}
