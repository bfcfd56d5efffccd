/** An imported example shows what it does before anything is filled in: with data of an invented tenant, and of nobody else. */
import { exampleNames, readExample } from '../../scripts/demo/workflow';
import { MOST_ITEMS, nodesToPin } from '../e2e/examples/pinned';

const MOST_BYTES = 20_000;
/** Of the invented tenant and its customers, and of the services that the example itself calls. */
const KNOWN_HOSTS = /(^|\.)(example|example\.com|slack\.com|quickchart\.io)$/i;

describe.each(exampleNames())('the pinned data of %s', (file) => {
	const example = readExample(file);
	const { pinData = {} } = example;
	const text = JSON.stringify(pinData);

	it('is there for each node that does nothing before it is filled in, and for no other', () => {
		expect(Object.keys(pinData).sort()).toEqual(nodesToPin(example).map(({ name }) => name).sort());
		expect(Object.entries(pinData).filter(([, items]) => items.length === 0 || items.length > MOST_ITEMS)).toEqual([]);
		expect(text.length).toBeLessThanOrEqual(MOST_BYTES);
	});

	it('has nothing of a real tenant, of the machine of its author, or secret', () => {
		const hosts = [...text.matchAll(/(?:https?:\/\/|[\w.+-]@)([\w.-]+)/g)].map(([, host]) => host!);
		expect(hosts.filter((host) => !KNOWN_HOSTS.test(host))).toEqual([]);
		expect(text.match(/127\.0\.0\.1|localhost|Bearer |authorization|\/(?:home|root|tmp|work)\//gi)).toBeNull();
	});
});
