import type { TicketDetail, TicketSummary } from '../../../nodes/SupportInbox/trigger/api';
import { MINUTE, SECOND } from '../../../nodes/SupportInbox/trigger/time';
import type { Stretch } from '../../../nodes/SupportInbox/trigger/view/inboxView';
import { InboxView } from '../../../nodes/SupportInbox/trigger/view/inboxView';
import { ViewRegistry } from '../../../nodes/SupportInbox/trigger/view/registry';

const row = (updated: string) => ({ ticket_id: 1, created_at: '2026-03-02T08:00:00Z', last_updated_at: updated }) as TicketSummary;
const at = (second: number) => ({ asOf: second * SECOND, readAt: second * SECOND });
const stretch = (fields: Partial<Stretch>): Stretch => ({ since: 900, until: 1_000, ...at(1_000), ids: [], isOpen: true, isWide: false, ...fields });

describe('the view of an inbox', () => {
	const reading = { notBefore: 0, narrow: true };

	it('has a stretch that begins long before only for who need not know where there is activity', () => {
		const view = new InboxView();
		view.noteStretch(stretch({ since: 0 }));
		expect(view.stretchFrom(900, reading)).toBeUndefined();
		expect(view.stretchFrom(900, { ...reading, narrow: false })?.to).toBe(996);
	});

	it('does not have a stretch of which a row has left it', () => {
		const view = new InboxView();
		view.noteStretch(stretch({ ids: [1] }));
		expect(view.stretchFrom(990, reading)).toBeUndefined();
		view.noteRows([row('2026-03-02T08:00:00Z')], at(1_000));
		expect(view.stretchFrom(990, reading)?.rows.length).toBe(1);
	});

	it('does not have a whole ticket any more that has been touched since it was read', () => {
		const view = new InboxView();
		view.noteWhole({ ...row('2026-03-02T08:00:00Z'), messages: [] } as TicketDetail, at(1_000));
		view.noteRows([row('2026-03-02T08:00:00Z')], at(1_010));
		expect(view.whole(1, {})).toBeDefined();
		view.noteRows([row('2026-03-02T08:05:00Z')], at(1_020));
		expect(view.whole(1, {})).toBeUndefined();
	});

	it('gives way to a new one when a poll that works on it never ends', async () => {
		const views = new ViewRegistry();
		const view = views.of(101, 0);
		void view.exclusively(() => 0, async () => await new Promise(() => undefined));
		await Promise.resolve();
		expect(views.of(101, 4 * MINUTE)).toBe(view);
		expect(views.of(101, 6 * MINUTE)).not.toBe(view);
	});
});
