import { LISTS, wholeListOf } from '../../../nodes/SupportInbox/transport/client/lists';
import { Session } from '../../../nodes/SupportInbox/transport/session';

it('a list whose reading fails for the caller that began it is read once more, for all that wait for it', async () => {
	const session = new Session();
	const list = LISTS.labels(101);
	let stop!: (error: Error) => void;
	const stopped = async () => await new Promise<never>((_resolve, reject) => (stop = reject));
	const read = jest.fn(async () => await Promise.resolve({ items: [{ json: { label_id: 1 } }], rows: 1 }));
	const first = wholeListOf({ session }, stopped, list);
	const others = [1, 2].map(async () => await wholeListOf({ session }, read, list));
	stop(new Error('The execution was stopped'));
	await expect(first).rejects.toThrow('stopped');
	expect(await Promise.all(others)).toEqual([[{ label_id: 1 }], [{ label_id: 1 }]]);
	expect(read).toHaveBeenCalledTimes(1);
});
