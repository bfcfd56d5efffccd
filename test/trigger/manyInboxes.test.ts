/** Many inboxes of one token: the busy ones go first, and no other one waits for long. `npm run bench -- inboxes` shows up to 300. */
import { delaysOf } from './manyInboxes';

const INBOXES = 30;

it(`of ${INBOXES} inboxes a ticket comes within 2 minutes where one came before, elsewhere within 3, at 42 requests a minute at most`, async () => {
	const { active, quiet, missing, requests } = await delaysOf(INBOXES);
	expect(missing).toBe(0);
	expect(active).toBeLessThanOrEqual(2);
	expect(quiet).toBeLessThanOrEqual(3);
	expect(requests).toBeLessThanOrEqual(42);
});
