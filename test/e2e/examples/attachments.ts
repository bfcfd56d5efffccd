import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '../../../scripts/demo/workflow';
import { failureText } from '../../../scripts/n8n-host/execution';
import type { Trials } from './stage';

const TRIGGER = 'When a ticket with files is created';
/** Every byte there is, among them what text would spoil. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** @returns the expression that the page gives, for a storage at `url` */
function addressAt(url: string): string {
	const page = readFileSync(join(EXAMPLES, 'attachments-to-storage.md'), 'utf8');
	const [, expression] = /`https:\/\/storage\.example\.com(\/[^`]+)`/.exec(page) ?? [];
	return `=${url}${expression}`;
}

export const attachments: Trials = {
	'puts every file of the new ticket into the storage, with its name, type and bytes': async (stage, { storage, simulator }) => {
		const inbox = await stage.newInbox('Files');
		const messages = [
			{ body: 'File attached.', attachments: [{ file_name: 'orders "May".csv', content_type: 'text/csv', content: 'order,state\n48213,lost\n' }] },
			// A name that is a path: it must not lead to another place.
			{ body: 'And one more.', attachments: [{ file_name: '../b.txt', content_type: 'text/plain', content: 'more' }] },
			{ body: 'And a photo.' },
		];
		const ticket_id = await stage.newTicket(inbox, { messages });
		const photo = { file_name: '破損写真（１枚目）.png', content_type: 'image/png', base64: BYTES.toString('base64') };
		await simulator.act({ do: 'addAttachment', messageId: (await stage.ticket(ticket_id)).messages[2]!.message_id, ...photo });
		await stage.newTicket(inbox, { title: 'Without files' });

		const workflow = await stage.fill(inbox, { 'Put the file into the storage': { url: addressAt(storage.url) } });
		expect(failureText(await stage.run(TRIGGER, workflow))).toBeUndefined();
		const found = storage.files.map(({ path, ...file }) => ({ ...file, path: path.replace(/\/\d+-/, '/N-') }));
		expect(found).toEqual([
			{ path: `/tickets/${ticket_id}/N-orders "May".csv`, type: 'text/csv', content: Buffer.from('order,state\n48213,lost\n') },
			{ path: `/tickets/${ticket_id}/N-b.txt`, type: 'text/plain', content: Buffer.from('more') },
			{ path: `/tickets/${ticket_id}/N-破損写真（１枚目）.png`, type: 'image/png', content: BYTES },
		]);
	},
};
