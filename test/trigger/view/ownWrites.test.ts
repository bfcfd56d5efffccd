import type { TicketSummary } from '../../../nodes/SupportInbox/trigger/api';
import { SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { OwnWrites } from '../../../nodes/SupportInbox/trigger/view/ownWrites';
import { ViewRegistry } from '../../../nodes/SupportInbox/trigger/view/registry';

/** A write that left at a second and was answered one later, on both clocks. */
const write = (second: number) => {
	const [sentAt, answeredAt] = [second * SECOND, (second + 1) * SECOND];
	return { sentAt, answeredAt, onService: { earliest: sentAt, latest: answeredAt } };
};

describe('a last_updated_at is explained by the writes of this process', () => {
	const explains = (updated: number, readAt = 99, ...writes: Array<ReturnType<typeof write>>) => {
		const own = new OwnWrites();
		for (const each of writes) own.add(1, each);
		return own.explain(1, readAt * SECOND, updated * SECOND);
	};

	it('when it lies between sending and answer, and not otherwise', () => {
		expect([99, 100, 101, 102].map((updated) => explains(updated, 99, write(100)))).toEqual([false, true, true, false]);
	});

	it('when the ticket was seen right before: in a longer gap someone else may have touched it', () => {
		expect([99, 97, 96].map((readAt) => explains(100, readAt, write(100)))).toEqual([true, true, false]);
		expect([explains(103, 99, write(100), write(103)), explains(106, 99, write(100), write(106))]).toEqual([true, false]);
	});

	it('only when the service has confirmed them', () => {
		const explained = (confirmed: boolean) => {
			const views = new ViewRegistry();
			const view = views.of(101, 0);
			const row = (second: number) => ({ ticket_id: 1, last_updated_at: new Date(second * SECOND).toISOString() }) as TicketSummary;
			view.noteRows([row(50)], { asOf: 99 * SECOND, readAt: 99 * SECOND });
			views.observer(() => 0).wrote(101, 1, { ...write(100), body: {}, confirmed });
			return view.noteRows([row(100)], { asOf: 102 * SECOND, readAt: 102 * SECOND })[0].explained.length;
		};
		expect([explained(true), explained(false)]).toEqual([1, 0]);
	});
});
