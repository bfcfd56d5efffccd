
/**
 * Tests that spend their time waiting for n8n's clock, all of them at the same time.
 *
 * @param tests by title; each brings its own n8n and ends it
 */
export function testAtOnce(tests: Record<string, () => Promise<void>>): void {
	const running = new Map<string, Promise<void>>();

	beforeAll(() => {
		for (const [title, test] of Object.entries(tests)) {
			const run = test();
			running.set(title, run);
			// It is awaited later, by its own test.
			run.catch(() => undefined);
		}
	});

	it.each(Object.keys(tests))('%s', async (title) => await running.get(title));

	afterAll(async () => void (await Promise.allSettled(running.values())));
}
