/** Answers with more rows than a call takes arguments, and lists whose pages the document does not show. */
import { greatest, smallest } from '../../nodes/SupportInbox/ledger/time';
import { waitingSince } from '../../nodes/SupportInbox/output/figures/waiting';
import { newMessages } from '../../nodes/SupportInbox/trigger/detect/messages';
import { loadOptions, runNode } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import { inJson, type Simulator } from '../simulator';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const MANY = 130_000;

describe('a list of 130,000 rows', () => {
	const badges = { resource: 'badge', operation: 'getAll', customerGroupId: byId(11) };
	const rows = Array.from({ length: MANY }, (_, place) => ({ badge_id: place + 1, name: 'x' }));
	beforeEach(() => simulator.faults.add({ kind: 'rewritten', rewrite: inJson(() => rows) }));

	it('is offered as a whole', async () => {
		expect(await loadOptions(simulator, 'getBadges', { ...badges, operation: 'create', resource: 'contact' })).toHaveLength(MANY);
	});

	it('is more than n8n takes, which is said', async () => {
		await expect(runNode(simulator, { ...badges, returnAll: true })).rejects.toThrow('n8n takes at most 100,000 items of one list');
	});
});

describe('50,000 labels, each below the one before', () => {
	const rows = Array.from({ length: 50_000 }, (_, place) => ({ label_id: place + 1, name: 'x', color: 'red_01', parent_id: place === 0 ? null : place }));
	const inbox = { messageBoxId: byId(INBOX) };
	beforeEach(() => simulator.faults.add({ kind: 'rewritten', rewrite: inJson(() => rows), when: { operation: 'listLabels', times: 'always' } }));

	it('are looked through for a name once', async () => {
		const update = { resource: 'label', operation: 'update', ...inbox, labelId: '={{ "none of them" }}', updateLabelFields: { color: 'red_02' } };
		const compared = jest.spyOn(String.prototype, 'normalize');
		await expect(runNode(simulator, update)).rejects.toThrow('There is no label');
		// By the path, by the own name and for a suggestion, in the list that was kept and in a new one.
		expect(compared.mock.calls.length).toBeGreaterThan(rows.length);
		expect(compared.mock.calls.length).toBeLessThan(7 * rows.length);
		compared.mockRestore();
	});

	it('are below one far above them, too', async () => {
		const { ticket_id } = simulator.store.createTicket({ label_ids: [3001] });
		const search = { resource: 'ticket', operation: 'getAll', ...inbox, returnAll: true, getAllTicketFilters: { labelIds: [3000], includeChildLabels: true } };
		expect(await runNode(simulator, search)).toContainEqual(expect.objectContaining({ json: expect.objectContaining({ ticket_id }) }));
	});
});

it('130,000 messages of a ticket are looked at', () => {
	const at = new Date(1_000_000).toISOString();
	const messages = Array.from({ length: MANY }, (_, place) => ({ message_id: place + 1, sent_at: at, created_at: at, method_cd: 'mail', action_cd: 'received' }));
	expect(newMessages(messages, { newFrom: 0 }, { choice: { methodCds: [], actionCds: [] }, readAt: 2_000_000 }).judged.filter(({ reason }) => reason === null)).toHaveLength(MANY);
	expect(waitingSince(messages, 2_000_000)).toBe(1_000_000);
});

it('the greatest and smallest of many', () => {
	const values = Array.from({ length: MANY }, (_, place) => place);
	expect([greatest(values), smallest(values), greatest([]), smallest([])]).toEqual([MANY - 1, 0, -Infinity, Infinity]);
});
