import { differences, looksAsBefore, snapshotOf } from '../../../nodes/SupportInbox/trigger/detect/changes';
import { hashOfTitle } from '../../../nodes/SupportInbox/trigger/memory/encoding/shapes';
import type { Snapshot } from '../../../nodes/SupportInbox/trigger/memory/model';

import { ticket } from '../samples';

describe('the snapshot of a ticket', () => {
	const full = { assignee: 'aiko', color_cd: 'red', label_ids: [1, 2], case_category_ids: [3], pending_reason_id: 4 };

	it('holds the fields whose changes are told, and lists of its own', () => {
		const shown = ticket(full);
		const snapshot = snapshotOf(shown);
		expect(snapshot).toEqual({ status_cd: 'open', title: 'Question', ...full });
		shown.label_ids.push(9);
		shown.case_category_ids.push(9);
		expect(snapshot).toMatchObject({ label_ids: [1, 2], case_category_ids: [3] });
	});

	it('takes what the service leaves out for empty', () => {
		expect(snapshotOf({ ticket_id: 1, status_cd: 'open' } as never)).toEqual({
			status_cd: 'open',
			assignee: null,
			color_cd: null,
			label_ids: [],
			case_category_ids: [],
			pending_reason_id: null,
			title: '',
		});
	});
});

describe('the differences of two snapshots', () => {
	const before: Snapshot = { status_cd: 'open', assignee: null, color_cd: null, label_ids: [1, 2], case_category_ids: [], pending_reason_id: null, title: 'Question' };
	const to = (fields: Partial<Snapshot>) => differences(before, { ...before, ...fields }, []);

	it('are none when nothing changed, whatever the order of ids', () => {
		expect(to({})).toBeNull();
		expect(to({ label_ids: [2, 1] })).toBeNull();
	});

	it.each([
		['status_cd', 'open', 'closed'],
		['assignee', null, 'aiko'],
		['assignee', null, 'null'],
		['color_cd', null, 'red'],
		['label_ids', [1, 2], [1]],
		['label_ids', [1, 2], [1, 3]],
		['label_ids', [1, 2], [1, 2, 3]],
		['case_category_ids', [], [5]],
		['pending_reason_id', null, 7],
		['title', 'Question', 'Answer'],
	] as const)('%s from %j to %j', (field, from, value) => {
		expect(to({ [field]: value })).toEqual({ [field]: { from, to: value } });
	});

	it('are told of the chosen fields only', () => {
		const after = { ...before, status_cd: 'closed', color_cd: 'red' };
		expect(Object.keys(differences(before, after, []) ?? {})).toEqual(['status_cd', 'color_cd']);
		expect(differences(before, after, ['color_cd'])).toEqual({ color_cd: { from: null, to: 'red' } });
		expect(differences(before, after, ['title'])).toBeNull();
	});

	it('of a title that was let go tell only that it changed', () => {
		const forgotten = (title: string) => ({ ...before, title: { titleHash: hashOfTitle(title) } });
		expect(differences(forgotten('Question'), before, [])).toBeNull();
		expect(differences(before, forgotten('Question'), [])).toBeNull();
		expect(differences(forgotten('Question'), forgotten('Question'), [])).toBeNull();
		expect(differences(forgotten('Other'), before, [])).toEqual({ title: { from: null, to: 'Question' } });
		expect(differences(before, forgotten('Other'), [])).toEqual({ title: { from: 'Question', to: null } });
	});
});

describe('a ticket that looks as it did', () => {
	const shown = ticket({ assignee: 'aiko', label_ids: [1, 2], case_category_ids: [3] });
	const looksSo = (fields: Partial<typeof shown>) => looksAsBefore(snapshotOf(shown), { ...shown, ...fields });

	it('is the same in all fields whose changes are told', () => {
		expect(looksSo({})).toBe(true);
		expect(looksSo({ last_updated_at: '' })).toBe(true);
		const forgotten = { ...snapshotOf(shown), title: { titleHash: hashOfTitle(shown.title) } };
		expect(looksAsBefore(forgotten, shown)).toBe(true);
		const bare = { ticket_id: 1, status_cd: 'open' } as never;
		expect(looksAsBefore(snapshotOf(bare), bare)).toBe(true);
	});

	it.each([
		[{ status_cd: 'closed' }],
		[{ assignee: null }],
		[{ color_cd: 'red' }],
		[{ label_ids: [1] }],
		[{ label_ids: [1, 3] }],
		[{ label_ids: [2, 1] }],
		[{ label_ids: [1, 2, 3] }],
		[{ case_category_ids: [] }],
		[{ pending_reason_id: 7 }],
		[{ title: 'Other' }],
	])('is not one with %j', (fields) => {
		expect(looksSo(fields)).toBe(false);
	});
});
