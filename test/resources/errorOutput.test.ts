/** Where each kind of item comes out of a node with an error output: n8n itself divides them, by the names of their fields. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { execute } from '../harness/execution';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId, INBOX } from './service';

const simulator = simulatorOfEachTest({ seed: { tickets: 3 }, rateLimit: { limit: 5 } });

const inbox = { messageBoxId: byId(INBOX) };
const anyTicket = () => [...simulator.store.tickets.values()].find((one) => one.message_box_id === INBOX)!;
/** Other programs use up what is left of this window, so that the run waits for the next one. */
const useUp = () => void simulator.faults.add({ kind: 'status', status: 403, body: { message: 'rate limit exceeded' }, headers: { 'X-RateLimit-Remaining': '0' }, when: { times: 1 } });

/** The ticket with two files, of which the service lacks the first: its error is the first item. */
const twoFiles = (): INodeParameters => {
	const { ticket_id, messages } = simulator.store.createTicket({ message_box_id: INBOX, messages: [{ attachments: ['a.txt', 'b.txt'].map((file_name) => ({ file_name, content: 'a' })) }] });
	const [{ attachment_id }] = messages[0].attachments;
	simulator.faults.add({ kind: 'status', status: 404, body: { message: 'Attachment not found' }, when: { path: new RegExp(`attachments/${attachment_id}$`), times: 'always' } });
	return { resource: 'attachment', operation: 'download', ...inbox, source: 'ticket', attachmentTicketId: byId(ticket_id) };
};
const oneInboxFails = (): INodeParameters => {
	simulator.faults.add({ kind: 'status', status: 400, body: { message: 'no' }, when: { path: new RegExp(`/${INBOX}/tickets/search`), times: 'always' } });
	return { resource: 'ticket', operation: 'getAll', messageBoxId: byId('All Inboxes'), includeNames: false };
};
const update = (more: INodeParameters = {}): INodeParameters => ({ resource: 'ticket', operation: 'update', ...inbox, ticketId: byId(anyTicket().ticket_id), statusCd: 'closed', ...more });

/** What is run, and how many items come out as successes (`*`: at least one) and as failures. */
const KINDS: Array<[string, () => INodeParameters, { items: number | '*'; failed: number; isDryRun?: boolean }]> = [
	['a success', update, { items: 1, failed: 0 }],
	['a ticket that does not exist', () => update({ ticketId: byId(999_999) }), { items: 0, failed: 1 }],
	['a value that is refused', () => update({ statusCd: 'nonsense' }), { items: 0, failed: 1 }],
	['an expression that throws', () => update({ statusCd: '={{ $json.a.b.c }}' }), { items: 0, failed: 1 }],
	['files of which one is missing', twoFiles, { items: 1, failed: 1 }],
	['inboxes of which one fails', oneInboxFails, { items: '*', failed: 1 }],
	['a rehearsed success', update, { items: 1, failed: 0, isDryRun: true }],
	['a rehearsed update without anything to update', () => update({ statusCd: '__keep__' }), { items: 0, failed: 1, isDryRun: true }],
	['a rehearsed read of files of which one is missing', twoFiles, { items: 1, failed: 1, isDryRun: true }],
];

describe.each([['at once', () => {}], ['after a wait for the rate limit', useUp]] as const)('%s', (when, before) => {
	it.each(KINDS)('%s', async (_what, parametersIn, { items: expected, failed: expectedFailed, isDryRun }) => {
		const parameters = parametersIn();
		before();
		const service = { baseUrl: simulator.baseUrl, token: simulator.token, credential: isDryRun ? { dryRun: true } : {} };
		const { items, failed, error } = await execute(service, parameters, { node: { onError: 'continueErrorOutput' } });
		expect(error).toBeUndefined();
		expect(failed.map(errorOf)).toEqual(Array(expectedFailed).fill(expect.stringMatching(/\S/)));
		if (expected === '*') expect(items.length).toBeGreaterThan(0);
		else expect(items).toHaveLength(expected);
		expect(items.filter(({ json }) => 'error' in json)).toEqual([]);
		if (when !== 'at once' && items.length > 0) expect(items.map(({ json }) => json.rate_limit_wait_seconds).filter((seconds) => seconds !== undefined)).toHaveLength(1);
	});
});

function errorOf({ json, error }: INodeExecutionData): unknown {
	return error?.message ?? json.error;
}
