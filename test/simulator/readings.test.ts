/** Tests of the simulator in each reading of the points that the API document leaves open. */
import { readingsOf } from '../harness/readings';
import { reads } from './readingCases/reads';
import { sim, start, type Cases } from './readingCases/scene';
import { writes } from './readingCases/writes';
import { READING_NAMES, READINGS } from './readings';

const cases: Cases = { ...writes, ...reads };

afterEach(async () => {
	await sim?.stop();
});

describe.each(READING_NAMES)('%s', (name) => {
	it.each(readingsOf(name).map(([, reading]) => Object.values(reading)[0]))('%s', async (value) => {
		await start({ [name]: value });
		expect(await cases[name].see()).toEqual(cases[name].shows[value]);
	});

	it('the first one is the default, and each has a case', async () => {
		await start();
		expect(await cases[name].see()).toEqual(cases[name].shows[READINGS[name].values[0]]);
		expect(Object.keys(cases[name].shows).sort()).toEqual([...READINGS[name].values].sort());
	});
});

it('readings change while the service runs; one that it does not have is an error', async () => {
	await start();
	await sim.setReadings({ memoStatus: 'keeps', attachmentAnswer: 'address' });
	expect(await cases.memoStatus.see()).toBe('open');
	expect(await cases.attachmentAnswer.see()).toMatchObject({ fetched: 'text' });
	expect(sim.readings).toMatchObject({ memoStatus: 'keeps', unknownIds: 'badRequest' });
	await expect(sim.setReadings({ memoStatus: 'perhaps' as never })).rejects.toThrow('memoStatus is one of closes, keeps, not perhaps');
});
