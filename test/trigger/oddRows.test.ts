/** Rows of a search that are no tickets, in n8n-core's poll context. */
import { pollerOf } from '../harness/engine';
import { simulatorForEachTest } from '../harness/simulator';
import type { Simulator } from '../simulator';
import { inJson } from '../simulator/faults';

let service: Simulator;

simulatorForEachTest((started) => (service = started));

const titles = async ({ poll }: ReturnType<typeof pollerOf>) => ((await poll()) ?? []).map(({ json }) => json.title);

it.each([[null], ['x'], [{}]])('a row whose ticket_id is %j is left out: the trigger goes on in both inboxes, and so does another with the same token', async (ticket_id) => {
	const parameters = { messageBoxIds: [101, 102], events: ['ticketCreated', 'newMessage'] };
	const [first, second] = [pollerOf(service, parameters), pollerOf(service, parameters)];
	for (const { poll } of [first, second]) await poll();
	for (const message_box_id of [101, 102]) service.store.createTicket({ message_box_id, title: `in ${message_box_id}` });
	const odd = (rows: unknown) => (Array.isArray(rows) ? [{ ...(rows[0] as object), ticket_id, created_at: '2026-03-02T08:00:00Z', last_updated_at: '2026-03-02T08:00:00Z' }, ...(rows as unknown[])] : rows);
	service.faults.add({ kind: 'rewritten', rewrite: inJson(odd), when: { path: /101\/tickets\/search/, times: 2 } });
	const expected = ['in 101', 'in 102', 'in 101', 'in 102'].sort();
	expect((await titles(first)).sort()).toEqual(expected);
	expect((await titles(second)).sort()).toEqual(expected);
	const { title } = service.store.createTicket({ message_box_id: 101, title: 'later' });
	for (const each of [first, second]) expect(await titles(each)).toEqual([title, title]);
});
