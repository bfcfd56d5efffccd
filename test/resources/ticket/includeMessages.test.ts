/** Ticket: Get Many with the messages of each ticket. */
import type { INodeParameters } from 'n8n-workflow';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const given = (count: number, body = 'Hello') =>
	Array.from({ length: count }, () => service.simulator.store.createTicket({ message_box_id: 101, label_ids: [3001], messages: [{ body }] }).ticket_id);
const search = async (options: INodeParameters = {}, more: INodeParameters = {}) =>
	(await service.json({ getAllTicketOptions: { includeMessages: true, ...options }, ...more })) as Array<{ ticket_id: number; messages: Array<{ body: string }> }>;
const paths = () => service.sent().map(({ path }) => path);

it.each([true, false])('gives what Ticket: Get gives of each, newest first (Simplify %s)', async (simplify) => {
	const ids = given(3);
	const found = await search({}, { simplify, includeNames: true });
	expect(found.map(({ ticket_id }) => ticket_id)).toEqual([...ids].reverse());
	expect(paths().slice(0, 4).sort()).toEqual([...ids.map((id) => `101/tickets/${id}`), '101/tickets/search']);
	const [alone] = await service.json({ operation: 'get', ticketId: byId(ids[2]), simplify, includeNames: true });
	expect(found[0]).toEqual(alone);
});

it('gives each ticket its own messages, whichever answer comes first', async () => {
	const bodies = ['first', 'second', 'third'];
	const ids = bodies.flatMap((body) => given(1, body));
	ids.forEach((id, place) => service.simulator.faults.add({ kind: 'delay', delayMs: 50 * place, when: { path: new RegExp(`tickets/${id}$`) } }));
	const found = await search();
	expect(found.map(({ ticket_id, messages }) => [ticket_id, messages[0].body])).toEqual(ids.map((id, place) => [id, bodies[place]]).reverse());
});

it('reads only those that are wanted, after the limit and what is chosen here', async () => {
	given(5);
	const [quiet] = given(1, 'x');
	service.simulator.store.editTicket(quiet, { title: 'The one' });
	expect(await search({}, { getAllTicketFilters: { titleContains: 'the one' } })).toHaveLength(1);
	expect(await search({}, { limit: 2 })).toHaveLength(2);
	expect(paths().filter((path) => /\d$/.test(path))).toHaveLength(3);
});

it('takes the choice as an AI tool gives it, and reads none without it', async () => {
	given(1);
	expect(await search({ includeMessages: '={{ "true" }}' })).toMatchObject([{ messages: [{ body: 'Hello' }] }]);
	expect((await search({ includeMessages: false }))[0]).not.toHaveProperty('messages');
});

it('leaves out a ticket that was moved or deleted since the search', async () => {
	const ids = given(4);
	service.simulator.faults.add({ when: { path: new RegExp(`tickets/${ids[1]}$`) }, kind: 'status', status: 404, body: { message: 'not found' } });
	expect((await search()).map(({ ticket_id }) => ticket_id)).toEqual([ids[3], ids[2], ids[0]]);
});

it('stops at a ticket that cannot be read, and reads no further', async () => {
	const ids = given(30);
	service.simulator.faults.add({ when: { path: new RegExp(`tickets/${ids[25]}$`), times: 9 }, kind: 'status', status: 400, body: { message: 'no' } });
	await expect(search()).rejects.toThrow('The service refused the values');
	expect(new Set(paths()).size).toBeLessThan(12);
});
