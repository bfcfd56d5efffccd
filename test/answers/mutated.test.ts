/**
 * Mutated answers, all of them: each field of each answer of the contract that an operation, a dropdown or the trigger reads,
 * replaced by what the document does not show there. The value passes through, or it is refused in words; nothing of it
 * lasts, and no request leaves that the document does not allow.
 *
 * All of them take long: `SCOPE=nightly npm test -- test/answers/mutated`.
 */
import { inScope } from '../harness/scope';
import { skipTimeouts } from '../harness/skippedWaits';
import { badEndOf, casesOf } from './run';
import { USES } from './uses';

skipTimeouts();

const EVERY = inScope({ sample: 260, whole: 8, nightly: 1 });
const AT_ONCE = 8;

let place = 0;

it.each(USES)('$name', async (use) => {
	const cases = (await casesOf(use)).filter(() => place++ % EVERY === 0);
	const bad: string[] = [];
	const next = async () => {
		for (let one = cases.pop(); one !== undefined; one = cases.pop()) {
			const why = await badEndOf(one);
			const { operation, path, value } = one.mutation;
			if (why !== undefined) bad.push(`${value} in ${operation} ${path.join('.')}: ${why}`);
		}
	};
	await Promise.all(Array.from({ length: use.movesClock ? 1 : AT_ONCE }, next));
	expect(bad).toEqual([]);
});
