import type { INodeExecutionData } from 'n8n-workflow';

import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { sent } from '../sent';

let simulator: Simulator;

simulatorForEachTest((started) => (simulator = started));

const inbox = { __rl: true, mode: 'id', value: 101 };
const ticketOf = (value: number) => ({ __rl: true, mode: 'id', value });
const download = (parameters: object, settings = {}) =>
	runNode(simulator, { resource: 'attachment', operation: 'download', messageBoxId: inbox, ...parameters }, settings);
const content = ({ binary }: INodeExecutionData, field = 'data') => Buffer.from(binary![field].data, 'base64');

/** A ticket with files in two messages, and their ids. */
function ticketWithFiles() {
	const ticket = simulator.store.createTicket({
		messages: [
			{
				attachments: [
					{ file_name: '請求書 "最終".pdf', content_type: 'application/pdf', content: Buffer.from([0x25, 0x50, 0, 0xff, 0xfe]) },
					{ file_name: 'empty.txt', content_type: 'text/plain; charset=utf-8', content: '' },
				],
			},
			{},
			{ attachments: [{ file_name: 'photo.png', content_type: 'image/png', content: Buffer.alloc(300_000, 7) }] },
		],
	});
	const [first, , third] = ticket.messages;
	return { ticket, first, third, ids: [...first.attachments, ...third.attachments].map((one) => one.attachment_id) };
}

const file = (id: number) => ({ method: 'GET', path: `101/messages/attachments/${id}`, query: {} });

it('downloads one attachment byte by byte, with name and type from the headers', async () => {
	const { ids } = ticketWithFiles();
	const [item, ...more] = await download({ source: 'attachment', attachmentId: String(ids[0]) });
	expect(sent(simulator)).toEqual([file(ids[0])]);
	expect(item.json).toEqual({ attachment_id: ids[0], file_name: '請求書 "最終".pdf', mime_type: 'application/pdf' });
	expect(item.binary).toEqual({
		data: expect.objectContaining({ fileName: '請求書 "最終".pdf', mimeType: 'application/pdf', fileExtension: 'pdf' }),
	});
	expect(content(item)).toEqual(Buffer.from([0x25, 0x50, 0, 0xff, 0xfe]));
	expect(item.pairedItem).toEqual({ item: 0 });
	expect(more).toEqual([]);
});

it('puts the file in the field of choice', async () => {
	const { ids } = ticketWithFiles();
	const [item] = await download({ source: 'attachment', attachmentId: ids[2], binaryPropertyName: 'photo' });
	expect(Object.keys(item.binary!)).toEqual(['photo']);
	expect(content(item, 'photo')).toEqual(Buffer.alloc(300_000, 7));
});

it('downloads all attachments of a ticket, one item for each file', async () => {
	const { ticket, first, third, ids } = ticketWithFiles();
	const items = await download({ source: 'ticket', attachmentTicketId: ticketOf(ticket.ticket_id) });
	expect(sent(simulator)).toEqual([
		{ method: 'GET', path: `101/tickets/${ticket.ticket_id}`, query: {} },
		...ids.map(file),
	]);
	const common = { ticket_id: ticket.ticket_id };
	expect(items.map(({ json }) => json)).toEqual([
		{ ...common, message_id: first.message_id, attachment_id: ids[0], file_name: '請求書 "最終".pdf', mime_type: 'application/pdf' },
		{ ...common, message_id: first.message_id, attachment_id: ids[1], file_name: 'empty.txt', mime_type: 'text/plain' },
		{ ...common, message_id: third.message_id, attachment_id: ids[2], file_name: 'photo.png', mime_type: 'image/png' },
	]);
	expect(items.map((item) => content(item).length)).toEqual([5, 0, 300_000]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
});

it('gives no item for a ticket without attachments', async () => {
	const { ticket_id } = simulator.store.createTicket();
	expect(await download({ source: 'ticket', attachmentTicketId: ticketOf(ticket_id) })).toEqual([]);
});

it('says what was not found', async () => {
	await expect(download({ source: 'attachment', attachmentId: 999_999 })).rejects.toMatchObject({
		message: 'Not found: Inbox 101, Attachment ID 999999 (Attachment not found)',
		httpCode: '404',
	});
	await expect(download({ source: 'ticket', attachmentTicketId: ticketOf(999_999) })).rejects.toThrow('Not found: Inbox 101, Ticket 999999');
});

it.each([
	['no field to put it in', { source: 'attachment', attachmentId: 1, binaryPropertyName: ' ' }, /^The field "Put Output File in Field" has no value/],
])('refuses %s before a request is spent', async (_what, parameters, message) => {
	await expect(download(parameters)).rejects.toThrow(message);
	expect(simulator.requests).toEqual([]);
});

it('takes a login page for what it is, not for the file', async () => {
	const { ids } = ticketWithFiles();
	simulator.faults.add({ kind: 'html' });
	await expect(download({ source: 'attachment', attachmentId: ids[0] })).rejects.toMatchObject({
		message: 'The service answered with something other than a file',
		description: expect.stringContaining('Sign in'),
	});
});

describe('a file of a ticket that the service does not have', () => {
	const missing = (id: number, fault: object = { kind: 'status', status: 404, body: { message: 'Attachment not found' } }) =>
		simulator.faults.add({ when: { path: new RegExp(`attachments/${id}$`), times: 'always' }, ...fault } as Parameters<typeof simulator.faults.add>[0]);

	it('is an item with the error, and the others come as usual', async () => {
		const { ticket, first, third, ids } = ticketWithFiles();
		missing(ids[1]);
		const items = await download({ source: 'ticket', attachmentTicketId: ticketOf(ticket.ticket_id) });
		expect(sent(simulator).slice(1)).toEqual(ids.map(file));
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ message_id: first.message_id, attachment_id: ids[0] }),
			{ error: expect.stringMatching(new RegExp(`^Not found: Attachment ${ids[1]} of Ticket ${ticket.ticket_id} \\(Attachment not found\\)\\. The ticket lists it`)) },
			expect.objectContaining({ message_id: third.message_id, attachment_id: ids[2] }),
		]);
	});

	it('fails the node where there is no other one, with the attachment named', async () => {
		const { ticket, ids } = ticketWithFiles();
		ids.forEach((id) => missing(id));
		await expect(download({ source: 'ticket', attachmentTicketId: ticketOf(ticket.ticket_id) })).rejects.toMatchObject({
			message: `Not found: Attachment ${ids[0]} of Ticket ${ticket.ticket_id} (Attachment not found)`,
			httpCode: '404',
		});
	});

	it('a 404 of another server, and any other failure, fails the item as before', async () => {
		const { ticket, ids } = ticketWithFiles();
		const all = { source: 'ticket', attachmentTicketId: ticketOf(ticket.ticket_id) };
		missing(ids[1], { kind: 'gateway', status: 404 });
		await expect(download(all)).rejects.toThrow('There is no Support Inbox at the Base URL (404)');
		simulator.faults.clear();
		missing(ids[1], { kind: 'status', status: 400, body: { message: 'no' } });
		await expect(download(all)).rejects.toThrow('The service refused the values: no');
	});
});
