/** What docs/api-assumptions.md says the node does, where no test of an operation shows it. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { readingsOf } from '../harness/readings';
import { simulatorForEachTest } from '../harness/simulator';
import { bookOf, contact, fields } from '../resources/contact/book';
import { sent } from '../resources/sent';
import { INBOX, byId } from '../resources/service';
import type { Simulator } from '../simulator';
import type { ReadingName, Readings } from '../simulator/readings';

let simulator: Simulator;

/** Runs the tests in each reading of an open point. */
function inReadings(name: ReadingName, tests: (value: string) => void): void {
	describe.each(readingsOf(name))('%s', (_title, readings: Partial<Readings>) => {
		simulatorForEachTest((started) => (simulator = started), readings);
		tests(String(readings[name]));
	});
}

const run = async (resource: string, operation: string, parameters: INodeParameters) =>
	await runNode(simulator, { resource, operation, messageBoxId: byId(INBOX), ...parameters });
const outcome = async (work: Promise<unknown>) => await work.then(() => 'done', (error: Error) => error.message);

inReadings('contactKeyOfAnother', (value) => {
	it('the code of another contact is refused before a request that writes', async () => {
		bookOf(simulator).add({ system_id1: 'K1' });
		bookOf(simulator).add({ system_id1: 'K2' });
		const update = runNode(simulator, contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { systemId1: 'K2' }) }));
		expect(await outcome(update)).toMatch(/^The customer code K2 belongs to another contact/);
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	it("a refusal of a code that another contact gets meanwhile is the item's error", async () => {
		bookOf(simulator).add({ system_id1: 'K1' });
		simulator.interludes.add('before', { method: 'PUT' }, () => void bookOf(simulator).add({ system_id1: 'K2' }));
		const update = runNode(simulator, contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { systemId1: 'K2' }) }));
		expect(await outcome(update)).toMatch(value === 'refused' ? /refused the values/ : 'done');
	});
});

inReadings('contactEmptyText', () => {
	it('a text that was cleared is empty, however it comes back', async () => {
		bookOf(simulator).add({ system_id1: 'K1', note: 'Old', emails: [{ email: 'k1@mail.example' }] });
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		const [item] = await runNode(simulator, contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { systemId1: 'K2', clearFields: ['note'] }) }));
		expect(item.json).toMatchObject({ success: true });
		expect(sent(simulator).filter(({ method }) => method === 'PUT')).toHaveLength(2);
	});
});

inReadings('memoPendingReason', (value) => {
	it('a memo in a ticket on hold says that the reason may be lost', async () => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, status_cd: 'ongoing', pending_reason_id: 201 });
		const [{ json }] = await run('memo', 'create', { memoTicketId: byId(ticket_id), memoBody: 'Called' });
		expect(json).toMatchObject({ pending_reason_may_be_reset: true });
		expect(simulator.store.ticket(ticket_id)).toMatchObject({ status_cd: 'ongoing', pending_reason_id: value === 'keeps' ? 201 : null });
	});
});

inReadings('emptyComments', (value) => {
	it('an assignee without a comment is sent again after a lost answer', async () => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{}] });
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		await run('ticket', 'update', { ticketId: byId(ticket_id), assignee: 'user01' });
		const { assignee, messages } = simulator.store.ticket(ticket_id);
		expect([assignee, messages[0].comments.length]).toEqual(['user01', value === 'written' ? 2 : 0]);
	});
});

for (const name of ['timeOffset', 'timePrecision'] as const) {
	inReadings(name, () => {
		it('times are compared as such', async () => {
			for (const [id, created_at] of [[7, '2026-03-01T00:00:00Z'], [8, '2026-03-01T00:00:01Z']] as const) {
				simulator.store.createTicket({ id, message_box_id: 103, created_at });
			}
			const items = await run('ticket', 'getAll', { messageBoxId: byId(103), returnAll: true, getAllTicketFilters: { created: { between: { since: '2026-03-01T00:00:01Z', until: '2026-03-01T00:00:02Z' } } } });
			expect(items.map(({ json }) => json.ticket_id)).toEqual([8]);
		});
	});
}

describe('points that the service is read in one way', () => {
	simulatorForEachTest((started) => (simulator = started));

	it('writtenName: a label gets its place by its parent, and its name beside that', async () => {
		const { labels } = simulator.store.inbox(INBOX);
		const parent = simulator.store.addLabel(INBOX, { name: 'Above' });
		await run('label', 'create', { name: 'Below', createLabelFields: { parentId: parent.id } });
		const below = labels.all().at(-1)!;
		await run('label', 'update', { labelId: below.id, updateLabelFields: { name: 'Renamed' } });
		expect(labels.fullName(below)).toBe('Above/Renamed');
	});

	it("unknownIds: an unknown label is the item's error", async () => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX });
		// The list has it still.
		simulator.faults.add({ kind: 'status', status: 200, body: [{ label_id: 1, name: 'Gone', parent_id: null }], when: { path: /labels$/, times: 'always' } });
		const labels = { values: { mode: 'add', labelIds: [1] } };
		expect(await outcome(run('ticket', 'update', { ticketId: byId(ticket_id), labels }))).toMatch(/refused the values/);
		expect(simulator.store.ticket(ticket_id).label_ids).toEqual([]);
	});

	it('earlierLabelColors: such a color is sent where it is chosen', async () => {
		const { id } = simulator.store.addLabel(INBOX, { name: 'Old', color: 'yellow_01' });
		expect(await outcome(run('label', 'update', { labelId: id, updateLabelFields: { color: 'pink_02' } }))).toMatch(/refused the values/);
		simulator.violations.length = 0;
	});

	it('dependentFields: a snooze with a reason that does not snooze is refused before the update', async () => {
		const { ticket_id } = simulator.store.createTicket({ message_box_id: INBOX });
		const update = run('ticket', 'update', { ticketId: byId(ticket_id), statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 201, snoozeTerm: 'today' } });
		expect(await outcome(update)).toMatch(/A snooze needs a pending reason that snoozes/);
		expect(sent(simulator).filter(({ method }) => method === 'PUT')).toEqual([]);
	});

	it.each([['any', {}], ['with', { has_attachments: true }]])('hasAttachmentsFalse: %s never sends false', async (hasAttachments, body) => {
		await run('ticket', 'getAll', { limit: 50, statusCds: ['spam'], includeNames: false, getAllTicketFilters: { hasAttachments } });
		expect(sent(simulator).map((request) => request.body)).toEqual([{ status_cds: ['spam'], per_page: 50, page: 1, ...body }]);
	});
});
