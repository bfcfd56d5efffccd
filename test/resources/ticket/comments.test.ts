/** Comments are read by people: after a lost answer an update that carries one is not sent again, but looked for. */
import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../harness/execution';
import { byId, serviceFor } from '../service';

const service = serviceFor('ticket', 'update');
const TICKET = 1201;
const given = () => service.simulator.store.createTicket({ id: TICKET, message_box_id: 101 });
const comments = () => service.simulator.store.ticket(TICKET).messages.flatMap((message) => message.comments.map(({ comment }) => comment));
const writes = () => service.sent().filter(({ method }) => method === 'PUT').length;

const WITH: Array<[string, INodeParameters, string]> = [
	['an assign comment', { assignee: 'user02', updateTicketFields: { assignComment: 'Please call' } }, 'Please call'],
	['a snooze comment', { statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 202, snoozeComment: 'Call her' } }, 'Call her'],
];

describe.each(WITH)('%s', (_what, change, comment) => {
	const run = async () => await service.json({ ticketId: byId(TICKET), ...change });

	it('is found after an answer that was lost, and stands there once', async () => {
		given();
		service.simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		expect(await run()).toEqual([{ success: true, message_box_id: 101, ticket_id: TICKET }]);
		expect(comments().filter((one) => one === comment)).toHaveLength(1);
		expect(writes()).toBe(1);
	});

	it('that is not there may have been written: the update is not sent again, also not by Retry On Fail', async () => {
		given();
		service.simulator.faults.add({ kind: 'resetBefore', when: { method: 'PUT' } });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const parameters = { resource: 'ticket', operation: 'update', messageBoxId: byId(101), ticketId: byId(TICKET), ...change };
		const { error } = await execute(service.simulator, parameters, { node });
		expect(error).toContain('The connection broke before the answer came');
		expect(writes()).toBe(1);
	});

	it('of which several are there is not guessed', async () => {
		const { messages } = given();
		const type = comment === 'Call her' ? 'snooze' : 'assign';
		service.simulator.interludes.add('after', { method: 'PUT' }, () => {
			service.simulator.store.addComment(messages[0].message_id, { comment_type: type, comment });
		});
		service.simulator.faults.add({ kind: 'resetAfter', when: { method: 'PUT' } });
		await expect(run()).rejects.toMatchObject({ description: expect.stringContaining('several such comments') });
		expect(writes()).toBe(1);
	});
});
