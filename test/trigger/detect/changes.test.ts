/** Which events a change makes (docs/trigger.md, Ticket Field Changed, Changed To, Ignore Own Changes). */
import type { OwnWrite } from '../../../nodes/SupportInbox/store/ownWrites';
import type { Snapshot } from '../../../nodes/SupportInbox/store/snapshot';
import { detect } from '../../../nodes/SupportInbox/trigger/detect/detect';
import type { ChangeRule, EventName } from '../../../nodes/SupportInbox/trigger/properties/settings';
import { CHANGES, inbox, SNAPSHOT, memory, OLD, row, seen, settings } from '../samples';

const ANY: ChangeRule = { fields: [], becomes: null };
const ALL: EventName[] = ['ticketFieldChanged', 'ticketClosed', 'labelAdded', 'ticketAssigned'];

/** What is emitted for a change from one look to another. */
function given(before: Snapshot, after: object, rules: Partial<typeof CHANGES> = {}, { own = [] as OwnWrite[], events = ['ticketFieldChanged'] as EventName[], filters = {} } = {}) {
	const chosen = settings({ events, changes: { ...CHANGES, ...rules } }, filters);
	const known = inbox({ messagesSince: null }, { 1: memory({ snapshot: { ...SNAPSHOT, ...before } }) });
	const found = detect(seen(row({ ...OLD, ...after }), { writes: own, own: () => own }), null, known, 101, chosen);
	return found.events.map(({ event, changes }) => [event, changes]);
}

/** A write of this process. */
const wrote = (body: OwnWrite['body'], before?: Snapshot): OwnWrite => ({ sentAt: 0, answeredAt: 0, onService: null, isUpdate: true, body, before, comments: [] });

describe('a change', () => {
	it('is emitted for each chosen event that it belongs to, with what changed', () => {
		const rules = { ticketClosed: { fields: ['status_cd' as const], becomes: { status_cd: ['closed'] } }, labelAdded: { fields: ['label_ids' as const], becomes: { label_ids: [] } } };
		const status = { status_cd: { from: 'open', to: 'closed' } };
		const labels = { label_ids: { from: [], to: [5] } };
		expect(given({}, { status_cd: 'closed', label_ids: [5] }, { ...rules, ticketAssigned: { fields: ['assignee'], becomes: { assignee: [] } } }, { events: ALL })).toEqual([
			['labelAdded', labels],
			['ticketFieldChanged', { label_ids: labels.label_ids, ...status }],
			['ticketClosed', status],
		]);
	});

	it('of a field that was not chosen is none', () => {
		const colors: ChangeRule = { fields: ['color_cd'], becomes: null };
		expect(given({}, { title: 'Other' }, { ticketFieldChanged: colors })).toEqual([]);
		expect(given({}, { title: 'Other', color_cd: 'red' }, { ticketFieldChanged: colors })).toEqual([['ticketFieldChanged', { color_cd: { from: null, to: 'red' } }]]);
	});

	it('is none where the same ids come in another order', () => {
		expect(given({ label_ids: [1, 2] }, { label_ids: [2, 1] })).toEqual([]);
	});

	it('is not given twice, not of an unknown look, and not where it stays outside the filters', () => {
		expect(given({ title: 'Other' }, { title: 'Other' })).toEqual([]);
		expect(given({}, { title: 'Other' }, {}, { filters: { statusCds: ['closed'] } })).toEqual([]);
		expect(given({}, { title: 'Other' }, {}, { events: ['ticketCreated'] })).toEqual([]);
	});
});

const becoming = (field: 'assignee' | 'label_ids' | 'status_cd', ...values: Array<string | number>) => ({ ticketFieldChanged: { fields: [field], becomes: { [field]: values } } });

it.each<[string, Snapshot, object, Partial<typeof CHANGES>, boolean]>([
	['coming to another', {}, { status_cd: 'ongoing' }, becoming('status_cd', 'closed'), false],
	['coming to one of two', {}, { status_cd: 'ongoing' }, becoming('status_cd', 'closed', 'ongoing'), true],
	['assigned to the user', {}, { assignee: 'aiko' }, becoming('assignee', 'aiko'), true],
	['assigned to somebody else', {}, { assignee: 'ben' }, becoming('assignee', 'aiko'), false],
	['assigned to anybody', { assignee: 'ben' }, { assignee: 'aiko' }, becoming('assignee'), true],
	['assigned to nobody, where anybody is asked for', { assignee: 'ben' }, { assignee: null }, becoming('assignee'), false],
	['the label is added', { label_ids: [1] }, { label_ids: [1, 5] }, becoming('label_ids', 5), true],
	['it was there before', { label_ids: [5] }, { label_ids: [1, 5] }, becoming('label_ids', 5), false],
	['another is added', { label_ids: [1] }, { label_ids: [1, 6] }, becoming('label_ids', 5), false],
	['any is added', { label_ids: [1] }, { label_ids: [1, 6] }, becoming('label_ids'), true],
	['any is taken away', { label_ids: [1, 6] }, { label_ids: [1] }, becoming('label_ids'), false],
	['the field has not changed', { status_cd: 'closed' }, { status_cd: 'closed', title: 'Other' }, { ticketFieldChanged: { ...ANY, becomes: { status_cd: ['closed'] } } }, false],
	['one of two fields', {}, { status_cd: 'closed' }, { ticketFieldChanged: { ...ANY, becomes: { assignee: ['aiko'], status_cd: ['closed'] } } }, true],
])('Changed To: %s', (_what, before, after, rules, isEmitted) => {
	expect(given(before, after, rules)).toHaveLength(isEmitted ? 1 : 0);
});

describe('own changes', () => {
	const red = { color_cd: { from: null, to: 'red' } };

	it('count in their order, the last one last', () => {
		const twice = [wrote({ color_cd: 'red' }), wrote({ color_cd: 'blue' })];
		expect(given({}, { color_cd: 'blue' }, {}, { own: twice })).toEqual([]);
		expect(given({}, { color_cd: 'red' }, {}, { own: twice })).toEqual([['ticketFieldChanged', red]]);
	});

	it('take a pending reason away that they do not name', () => {
		expect(given({ pending_reason_id: 3 }, { pending_reason_id: null }, {}, { own: [wrote({ color_cd: null })] })).toEqual([]);
	});

	it('of a list are what the write added and took away', () => {
		const labels = (before: number[], after: number[], sent: number[], read?: number[]) =>
			given({ label_ids: before }, { label_ids: after }, {}, { own: [wrote({ label_ids: sent }, read === undefined ? undefined : { label_ids: read })] }).length;
		expect(labels([1], [1, 2], [1, 2])).toBe(0);
		expect(labels([1, 2], [1], [1])).toBe(0);
		// Somebody had added 9 before the write was made, and it was kept.
		expect(labels([1], [1, 9, 2], [1, 9, 2], [1, 9])).toBe(1);
		// Somebody has added 9 since; the write did not know of it.
		expect(labels([1], [1, 2, 9], [1, 2], [1])).toBe(1);
	});

	it('do not count for Changed To, where somebody else has added another label beside them', () => {
		const added = (value: number) => given({}, { label_ids: [5, 6] }, { ticketFieldChanged: { fields: ['label_ids'], becomes: { label_ids: [value] } } }, { own: [wrote({ label_ids: [5] })] });
		expect(added(5)).toEqual([]);
		expect(added(6)).toEqual([['ticketFieldChanged', { label_ids: { from: [], to: [5, 6] } }]]);
	});
});
