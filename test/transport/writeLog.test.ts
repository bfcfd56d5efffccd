import { type EndedWrite, Store } from '../../nodes/SupportInbox/store/store';
import { runNode } from '../harness/engine';
import { sessionOfRun } from '../harness/session';
import { simulatorForEachTest } from '../harness/simulator';
import { byId, INBOX } from '../resources/service';
import type { Simulator } from '../simulator';

const TICKET = 1201;
let simulator: Simulator;
let writes: EndedWrite[];

simulatorForEachTest((started) => (simulator = started));

beforeEach(async () => {
	simulator.store.createTicket({ id: TICKET, message_box_id: INBOX, status_cd: 'open' });
	const session = await sessionOfRun(simulator);
	writes = [];
	jest.spyOn(session.of(Store), 'recordWrite').mockImplementation((write) => void writes.push(write));
});

const close = async () =>
	await runNode(simulator, { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(TICKET), statusCd: 'closed' });
const createLabel = async () => await runNode(simulator, { resource: 'label', operation: 'create', messageBoxId: byId(INBOX), name: 'Own' });
const createTicket = async () => await runNode(simulator, { resource: 'ticket', operation: 'create', messageBoxId: byId(INBOX), ticketSubject: 'A call', ticketBody: 'Own' });
const arrivedAt = () => simulator.requests.find(({ method }) => method !== 'GET')!.at;

describe('a write of the node is reported', () => {
	it('with what was sent, when it took effect on the service\'s clock, and the workflow that wrote', async () => {
		await close();
		expect(writes).toEqual([
			expect.objectContaining({
				method: 'PUT', path: `/api/v2/${INBOX}/tickets/${TICKET}`, values: { messageBoxId: INBOX, ticketId: TICKET },
				body: { status_cd: 'closed' }, answer: {}, confirmed: true, workflowId: expect.stringMatching(/./),
			}),
		]);
		const [{ onService, sentAt, answeredAt }] = writes;
		expect(answeredAt).toBeGreaterThanOrEqual(sentAt);
		expect(onService!.earliest).toBeLessThanOrEqual(arrivedAt());
		expect(onService!.latest).toBeGreaterThanOrEqual(arrivedAt());
	});

	it('with the ids of what was created', async () => {
		const [{ json }] = await createLabel();
		expect(writes).toEqual([expect.objectContaining({ method: 'POST', body: expect.objectContaining({ name: 'Own' }), confirmed: true })]);
		expect(writes[0].answer.label_id).toBe(json.label_id);
		expect(json.label_id).toEqual(expect.any(Number));
	});

	it('as unconfirmed where its outcome is unknown', async () => {
		simulator.faults.add({ kind: 'html', when: { method: 'PUT' } });
		await expect(close()).rejects.toThrow('did not confirm the change');
		expect(writes).toEqual([expect.objectContaining({ body: { status_cd: 'closed' }, answer: {}, confirmed: false })]);
	});

	it('as confirmed as soon as reconciliation has found it', async () => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		const [{ json }] = await createTicket();
		expect(writes.map(({ confirmed, answer }) => [confirmed, answer.message_id])).toEqual([[false, undefined], [true, json.message_id]]);
	});

	it('and a read is not', async () => {
		await runNode(simulator, { resource: 'ticket', operation: 'getAll', messageBoxId: byId(INBOX) });
		expect(writes).toEqual([]);
	});
});
