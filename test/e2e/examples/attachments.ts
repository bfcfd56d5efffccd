import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import type { Trials } from './trial';

/** @returns the expression that the page gives, for a storage at `url` */
function addressAt(url: string): string {
	const page = readFileSync(join(EXAMPLES, 'attachments-to-storage.md'), 'utf8');
	const [, expression] = /`https:\/\/storage\.example\.com(\/[^`]+)`/.exec(page) ?? [];
	return `=${url}${expression}`;
}

export const attachments: Trials = {
	'puts every file of the new ticket into the storage': async (stage) => {
		const inbox = await stage.newInbox('Files');
		const messages = [
			{
				body: 'Photos attached.',
				attachments: [
					{ file_name: 'orders "May".csv', content_type: 'text/csv', content: 'order,state\n48213,lost\n' },
					{ file_name: '破損写真.txt', content_type: 'text/plain', content: 'broken' },
				],
			},
			// A name that is a path: it must not lead to another place.
			{ body: 'And one more.', attachments: [{ file_name: '../b.txt', content_type: 'text/plain', content: 'more' }] },
		];
		const { ticket_id } = await stage.make({ do: 'createTicket', message_box_id: inbox, messages });
		await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'Without files' });

		const execution = await stage.run('When a ticket with files is created', {
			parameters: {
				'When a ticket with files is created': { messageBoxIds: [inbox], filters: { hasAttachments: true } },
				'Put the file into the storage': { url: addressAt(stage.storage.url) },
			},
		});
		expect(failureText(execution)).toBeUndefined();
		const found = stage.storage.files.map(({ path, ...file }) => ({ ...file, path: path.replace(/\/\d+-/, '/N-') }));
		expect(found).toEqual([
			{ path: `/tickets/${ticket_id}/N-orders "May".csv`, type: 'text/csv', content: 'order,state\n48213,lost\n' },
			{ path: `/tickets/${ticket_id}/N-破損写真.txt`, type: 'text/plain', content: 'broken' },
			{ path: `/tickets/${ticket_id}/N-b.txt`, type: 'text/plain', content: 'more' },
		]);
	},
};
