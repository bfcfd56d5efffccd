import { heldByMessages, needMessages, passesByFields } from '../../../nodes/SupportInbox/trigger/detect/filters';
import { message, settings } from '../samples';

const { filters } = settings();
const ATTACHED = message(2, 0, { method_cd: 'sms', attachments: [{ attachment_id: 1, file_name: 'a.pdf' }] });

describe('filters of fields', () => {
	const labelled = { status_cd: 'open', assignee: null, label_ids: [1, 2] };
	const assigned = { status_cd: 'open', assignee: 'aiko', label_ids: [] };

	it.each([
		[{}, true, true],
		[{ statusCds: ['open', 'ongoing'] }, true, true],
		[{ statusCds: ['closed'] }, false, false],
		[{ assignee: '' }, true, false],
		[{ assignee: 'aiko' }, false, true],
		[{ labelIds: [2, 9] }, true, false],
		[{ labelIds: [9] }, false, false],
		[{ labelIds: [-1] }, false, true],
		[{ labelIds: [-1, 1] }, true, true],
		[{ statusCds: ['open'], labelIds: [9] }, false, false],
	])('%j: with labels %s, assigned without labels %s', (given, withLabels, withoutLabels) => {
		expect(passesByFields({ ...filters, ...given }, labelled)).toBe(withLabels);
		expect(passesByFields({ ...filters, ...given }, assigned)).toBe(withoutLabels);
	});

	it('a ticket whose labels the service leaves out has none', () => {
		const bare = { status_cd: 'open', assignee: null } as never;
		expect(passesByFields({ ...filters, labelIds: [-1] }, bare)).toBe(true);
		expect(passesByFields({ ...filters, labelIds: [1] }, bare)).toBe(false);
	});
});

describe('filters of messages', () => {
	it.each([
		[{}, false],
		[{ statusCds: ['open'], assignee: 'aiko', labelIds: [1] }, false],
		[{ methodCds: ['mail'] }, true],
		[{ hasAttachments: true }, true],
		[{ hasAttachments: false }, true],
	])('%j need them: %s', (given, need) => {
		expect(needMessages({ ...filters, ...given })).toBe(need);
	});

	it.each([
		[{}, true, true],
		[{ methodCds: ['mail'] }, true, true],
		[{ methodCds: ['call', 'sms'] }, false, true],
		[{ methodCds: ['call'] }, false, false],
		[{ hasAttachments: true }, false, true],
		[{ hasAttachments: false }, true, false],
		[{ methodCds: ['mail'], hasAttachments: true }, false, true],
		[{ methodCds: ['call'], hasAttachments: true }, false, false],
	])('%j: a mail without attachments %s, with an SMS that has some %s', (given, plain, attached) => {
		expect(heldByMessages({ ...filters, ...given }, { messages: [message(1, 0, { attachments: undefined })] }) === null).toBe(plain);
		expect(heldByMessages({ ...filters, ...given }, { messages: [message(1, 0), ATTACHED] }) === null).toBe(attached);
	});
});
