/** A second process with the same token does the very same in the same moment, as two workers do with two items alike. */
import type { IDataObject } from 'n8n-workflow';
import { everythingIn } from '../harness/errors';
import { skipWaits } from '../harness/skippedWaits';
import type { Simulator } from '../simulator';
import { isSentOnce, ROWS, runIn, semanticsOf, TOKEN, type AnyFault, type Row } from './run';

skipWaits();

const WRITES = ROWS.filter(({ operation }) => semanticsOf(operation) !== 'safe');
/** What a key of their own keeps from being done twice, and what the service says to the second one. */
const SECOND: Record<string, RegExp> = { 'contact.create': /already exists/, 'contact.delete': /^Not found/ };
const createsTwice = ({ name, operation }: Row) => isSentOnce(semanticsOf(operation)) && SECOND[name] === undefined;
/** The next run looks whether it is there; this one does not. */
const looks = ({ operation }: Row) => semanticsOf(operation) !== 'onceThere';

/** Runs the operation; the second process does the same before it takes effect, or after. @returns also what the second one was answered */
async function beside(moment: 'before' | 'after', row: Row, fault?: AnyFault) {
	let theirs: IDataObject = {};
	const doTheSame = (simulator: Simulator) => {
		const { method, path, body } = simulator.requests.at(-1)!;
		theirs = (simulator.otherProgram().send({ method, path: path.replace('/api/v2/', ''), body }).data ?? {}) as IDataObject;
	};
	const result = await runIn((simulator, own) => {
		simulator.interludes.add(moment, own, () => doTheSame(simulator));
		if (fault) simulator.faults.add({ ...fault, when: own });
	}, row);
	return { ...result, theirs };
}

it.each(WRITES)('right before, $name: each gets what is its own', async (row) => {
	const { items, error, sent, effect, theirs } = await beside('before', row);
	expect({ sent, effect }).toEqual({ sent: 1, effect: createsTwice(row) ? 2 : 1 });
	if (row.name in SECOND) {
		expect(error?.message).toMatch(SECOND[row.name]);
		return;
	}
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	if (createsTwice(row)) expect(items![0].json).not.toEqual(theirs);
});

it.each(WRITES)('right after, and the answer is lost, $name: nothing is done again, and of two alike none is guessed', async (row) => {
	const { items, error, sent, effect } = await beside('after', row, { kind: 'resetAfter' });
	expect({ sent, effect }).toEqual({ sent: isSentOnce(semanticsOf(row.operation)) ? 1 : 2, effect: createsTwice(row) ? 2 : 1 });
	if (!createsTwice(row)) {
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		return;
	}
	expect(error?.description).toContain('may have done it nevertheless');
	if (looks(row)) expect(error?.description).toMatch(/several .* so it is not known which/);
	expect(everythingIn(error)).not.toContain(TOKEN);
});

// docs/operations/capacity.md says so: nothing in the service's answers distinguishes the two.
it.each(WRITES.filter(createsTwice).filter(looks))('right before, and ours does not arrive, $name: what is there once counts as ours, and is not done again', async (row) => {
	const { items, sent, effect, theirs } = await beside('before', row, { kind: 'resetBefore' });
	expect({ sent, effect }).toEqual({ sent: 1, effect: 1 });
	expect(items).toHaveLength(1);
	expect(items![0].json).toMatchObject(theirs);
});
