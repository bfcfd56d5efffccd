import { ListCache, wholeListOf } from '../../../nodes/SupportInbox/transport/client/listCache';
import { LISTS } from '../../../nodes/SupportInbox/transport/client/lists';
import type { Read } from '../../../nodes/SupportInbox/transport/client/request';
import { Dispatcher } from '../../../nodes/SupportInbox/transport/dispatcher';
import { Session } from '../../../nodes/SupportInbox/transport/session';
import { FakeClock } from '../fakeClock';

it('a list whose reading fails for the caller that began it is read once more, for all that wait for it', async () => {
	const session = new Session();
	const list = LISTS.labels(101);
	let stop!: (error: Error) => void;
	const stopped = async () => await new Promise<never>((_resolve, reject) => (stop = reject));
	const read = jest.fn(async () => await Promise.resolve({ items: [{ json: { label_id: 1 } }], rows: 1 }));
	const first = wholeListOf({ session }, stopped, list);
	const others = [1, 2].map(async () => await wholeListOf({ session }, read, list));
	await new Promise(setImmediate);
	stop(new Error('The execution was stopped'));
	await expect(first).rejects.toThrow('stopped');
	expect(await Promise.all(others)).toEqual([[{ label_id: 1 }], [{ label_id: 1 }]]);
	expect(read).toHaveBeenCalledTimes(1);
});

/** @returns a reading of a list of five pages that fails after this many of them */
const pagesOf = (count: number): Read => {
	let left = count;
	return async ({ qs: { page = 1 } = {} }) => {
		if (left-- === 0) throw new Error('no more requests');
		const rows = page === 5 ? 3 : 30;
		return await Promise.resolve({ rows, items: Array.from({ length: rows }, (_, place) => ({ json: { template_id: Number(page) * 100 + place } })) });
	};
};

it('a list of more pages than a poll has requests is read in the end, however long after each other the polls are', async () => {
	const clock = new FakeClock();
	const session = new Session(new Dispatcher(clock));
	const poll = async () => await wholeListOf({ session }, pagesOf(2), LISTS.templates(101), { inParts: true });
	await expect(poll()).rejects.toThrow('no more requests');
	await clock.pass(3 * 60 * 60_000);
	await expect(poll()).rejects.toThrow('no more requests');
	await clock.pass(3 * 60 * 60_000);
	expect(await poll()).toHaveLength(123);
});

it('a list that could not be read again stays, for callers that take one of its age', async () => {
	const clock = new FakeClock();
	const session = new Session(new Dispatcher(clock));
	const since = clock.now();
	await wholeListOf({ session }, pagesOf(5), LISTS.templates(101));
	await clock.pass(5 * 60_000);
	await expect(wholeListOf({ session }, pagesOf(2), LISTS.templates(101))).rejects.toThrow('no more requests');
	expect(await wholeListOf({ session }, pagesOf(0), LISTS.templates(101), { since })).toHaveLength(123);
	expect(session.of(ListCache).latest(LISTS.templates(101))?.isWhole).toBe(true);
});
