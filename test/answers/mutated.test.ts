/**
 * Mutated answers, all of them: each field of each answer of the contract that an operation, a dropdown or the trigger reads,
 * replaced by what the document does not show there. The value passes through, or it is refused in words; nothing of it
 * lasts, and no request leaves that the document does not allow.
 *
 * `SEEDS` says how many: a few by default, every eighth with 60, all with 1000: `SEEDS=1000 npx jest test/answers/mutated`.
 */
import { skipTimeouts } from '../harness/skippedWaits';
import { casesOf, endOf, type End } from './run';
import { USES } from './uses';

skipTimeouts();

const SEEDS = Number(process.env.SEEDS ?? 10);
const EVERY = SEEDS >= 1000 ? 1 : SEEDS >= 60 ? 8 : 130;
const AT_ONCE = 8;

const tally: Record<End['kind'], number> = { through: 0, named: 0, refused: 0, bad: 0 };
let place = 0;

it.each(USES)('$name', async (use) => {
	const cases = (await casesOf(use)).filter(() => place++ % EVERY === 0);
	const bad: string[] = [];
	const next = async () => {
		for (let one = cases.pop(); one !== undefined; one = cases.pop()) {
			const { kind, why } = await endOf(one);
			tally[kind] += 1;
			const { operation, path, value } = one.mutation;
			if (kind === 'bad') bad.push(`${value} in ${operation} ${path.join('.')}: ${why}`);
		}
	};
	await Promise.all(Array.from({ length: use.movesClock ? 1 : AT_ONCE }, next));
	expect(bad).toEqual([]);
});

afterAll(() => {
	if (process.env.SEEDS !== undefined) console.info(`Of ${place} mutated answers: ${JSON.stringify(tally)}`);
});
