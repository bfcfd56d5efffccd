/** Executions that begin at once, as those of a webhook: each reads a ticket and writes it, and the rate limit counts both. */
import { runNode } from '../../harness/engine';
import { timedService } from '../../harness/virtualTime';
import { byId, INBOX } from '../service';

const RUNS = 70;

it(`${RUNS} executions that each add a label to one ticket take two requests each, and none fails`, async () => {
	const service = await timedService({ rateLimit: { limit: 60 } });
	const { simulator, clock } = service;
	const tickets = Array.from({ length: RUNS }, () => simulator.store.createTicket({ message_box_id: INBOX, label_ids: [3001] }));
	simulator.requests.length = 0;
	const labels = { values: { mode: 'add', labelIds: [3002] } };
	const update = async ({ ticket_id }: { ticket_id: number }) =>
		await runNode(service, { resource: 'ticket', operation: 'update', messageBoxId: byId(INBOX), ticketId: byId(ticket_id), labels });
	const begun = clock.now();
	await clock.run(Promise.all(tickets.map(update)));
	const minutes = (clock.now() - begun) / 60_000;
	await service.stop();
	expect(tickets.map(({ ticket_id }) => simulator.store.ticket(ticket_id).label_ids)).toEqual(tickets.map(() => [3001, 3002]));
	expect(simulator.requests.filter(({ method }) => method === 'PUT')).toHaveLength(RUNS);
	// The list of pending reasons is read besides, if at all.
	expect(simulator.requests.length).toBeLessThanOrEqual(2 * RUNS + 2);
	expect(simulator.requests.filter(({ status }) => status === 403)).toEqual([]);
	expect(minutes).toBeLessThan(4);
});
