import type { Simulator } from './index';
import { MAIL, MEMO, startWithClient, type Send } from './testClient';

let sim: Simulator;
let send: Send;

beforeAll(async () => ({ sim, send } = await startWithClient()));
afterAll(() => sim.stop());

const contact = { last_name: '山田', system_id1: 'a/b?c', emails: [{ email: 'x+y@例.jp' }] };
const chat = (channel: string) => {
	const message = [...sim.store.messages.values()].find((one) => one.method_cd === channel);
	return `101/tickets/${message?.ticket.ticket_id}/messages/${message?.message_id}/${channel}`;
};
const attachment = () => `101/messages/attachments/${[...sim.store.attachments.keys()][0]}`;
const code = `customer_groups/11/customers/system_id1/${encodeURIComponent('a/b?c')}`;
const email = `customer_groups/11/customers/email/${encodeURIComponent('x+y@例.jp')}`;

describe('every endpoint answers as the document shows', () => {
	const list = expect.any(Array);
	const id = expect.any(Number);
	const table: Array<[string, string | (() => string), unknown, number, unknown]> = [
		['GET', 'customer_groups', undefined, 200, list],
		['GET', 'message_boxes', undefined, 200, list],
		['GET', 'users?per_page=100&page=1', undefined, 200, list],
		['GET', 'customer_groups/11/badges?per_page=2', undefined, 200, list],
		['GET', '101/pending_reasons', undefined, 200, list],
		['GET', '101/case_categories', undefined, 200, list],
		['GET', '101/labels?page=2', undefined, 200, list],
		['GET', '101/mail_accounts', undefined, 200, list],
		['GET', '101/templates?per_page=30', undefined, 200, list],
		['POST', '101/templates/search', { template_category_name: '返品' }, 200, list],
		['POST', '101/case_categories', { name: 'New', parent_id: 5001 }, 200, { case_category_id: id }],
		['PUT', '101/case_categories/5002', { name: 'Edit', parent_id: null, archived: true }, 204, ''],
		['POST', '101/labels', { name: 'New', color: 'purple_04' }, 200, { label_id: id }],
		['PUT', '101/labels/3002', { name: 'Edit', color: 'green_01', parent_id: 3018 }, 204, ''],
		['POST', '101/tickets/search', {}, 200, list],
		['GET', '101/tickets/10001', undefined, 200, expect.objectContaining({ ticket_id: 10001, messages: list })],
		['PUT', '101/tickets/10001', { label_ids: [], assignee: null, color_cd: null }, 204, ''],
		['POST', '101/records', { ...MEMO, duration: 1440 }, 200, { message_id: id, ticket_id: id }],
		['POST', '101/mails', { ...MAIL, to: 'a@b.example, c@d.example' }, 200, { message_id: id, ticket_id: id }],
		['POST', '101/mails/reply', { ...MAIL, message_id: 20001 }, 200, { message_id: id, ticket_id: 10001 }],
		['GET', attachment, undefined, 200, expect.any(String)],
		['GET', () => chat('webchat'), undefined, 200, expect.objectContaining({ site: null, conversations: list })],
		['GET', () => chat('mallshop'), undefined, 200, expect.objectContaining({ order_id: null, conversations: list })],
		['GET', () => chat('mallmsg'), undefined, 200, expect.objectContaining({ item_name: null, conversations: list })],
		['GET', () => chat('chatapp'), undefined, 200, expect.objectContaining({ group_name: null, conversations: list })],
		['POST', 'customer_groups/11/customers/create', contact, 204, ''],
		['GET', code, undefined, 200, expect.objectContaining({ last_name: '山田', gender_cd: 9, custom_item10: null })],
		['GET', email, undefined, 200, expect.objectContaining({ system_id1: 'a/b?c' })],
		['PUT', code, { first_name: '太郎' }, 204, ''],
		['PUT', email, { default_assignee: 'user01', badge_ids: [801] }, 204, ''],
		['DELETE', email, undefined, 204, ''],
		['DELETE', code, undefined, 404, { message: 'Customer not found' }],
	];

	test.each(table)('%s %s', async (method, path, body, status, expected) => {
		const response = await send(method, typeof path === 'string' ? path : path(), body);
		expect({ status: response.status, data: response.data }).toEqual({ status, data: expected });
		expect(Number(response.headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
		sim.expectNoViolations();
	});
});

test('lists show every documented field and nothing else', async () => {
	const first = async (path: string) => Object.keys((await send('GET', path)).data[0]).sort();
	expect(await first('message_boxes')).toEqual(['color', 'customer_group_id', 'last_updated_at', 'message_box_id', 'name']);
	expect(await first('customer_groups')).toEqual(['customer_group_id', 'last_updated_at', 'message_box_ids', 'name']);
	expect(await first('101/labels')).toEqual(['color', 'label_id', 'name', 'parent_id']);
	expect(await first('101/case_categories')).toEqual(['archived', 'case_category_id', 'name', 'parent_id']);
	expect(await first('101/templates')).toEqual(
		['bcc', 'case_category_ids', 'cc', 'from', 'html_body', 'label_ids', 'questionnaire_name', 'template_category_name', 'template_id', 'template_name', 'text_body', 'title', 'to'],
	);
	expect(await first('users')).toEqual(
		['department_name', 'email', 'employee_no', 'first_name', 'is_otp_required', 'is_tenant_admin', 'last_name', 'last_page_loaded_at', 'mention_name', 'status_cd'],
	);
});

test('a list pages by its default and its maximum', async () => {
	const sizes = async (path: string) => (await send('GET', path)).data.length;
	expect(await sizes('101/labels')).toBe(30);
	expect(await sizes('101/labels?per_page=100')).toBe(100);
	expect(await sizes('101/labels?per_page=100&page=3')).toBe(0);
	expect(await sizes('101/templates')).toBe(10);
	expect(await sizes('users?page=2')).toBe(10);
	expect((await send('POST', '101/tickets/search', {})).data).toHaveLength(50);
	expect((await send('GET', chat('webchat'))).data.conversations).toHaveLength(30);
});

test('names of labels and classifications are full paths', async () => {
	const labels = (await send('GET', '101/labels?per_page=100')).data;
	expect(labels[6].name).toBe('Order/Change/High');
	expect((await send('GET', '102/case_categories')).data[2].name).toBe('Request > Change > Address');
});

test('an attachment carries its type and its name, also where ASCII does not hold it', async () => {
	const { attachment_id } = sim.store.addAttachment(20001, {
		file_name: "請求書 (1)'s.pdf",
		content_type: 'application/pdf',
		content: '%PDF',
	});
	const response = await send('GET', `101/messages/attachments/${attachment_id}`);
	expect(response.headers['content-type']).toBe('application/pdf');
	expect(response.headers['content-disposition']).toBe(
		"attachment; filename=\"___ (1)'s.pdf\"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%20%281%29%27s.pdf",
	);
	expect(response.data).toBe('%PDF');
	expect((await send('GET', `102/messages/attachments/${attachment_id}`)).status).toBe(404);
});

test('only webchat and chatapp say what was sent automatically', async () => {
	const item = async (channel: string) => (await send('GET', chat(channel))).data.conversations[0];
	expect(await item('webchat')).toEqual(
		expect.objectContaining({ webchat_conversation_id: expect.any(Number), auto_send: false }),
	);
	expect(await item('mallmsg')).not.toHaveProperty('auto_send');
	expect(await item('mallshop')).not.toHaveProperty('auto_send');
});

test('transcripts accept the methods they are set to', async () => {
	expect((await send('POST', chat('webchat'), {})).status).toBe(404);
	sim.expectNoViolations();
	const other = await startWithClient({ transcriptMethod: 'POST' });
	expect((await other.send('GET', chat('webchat'))).status).toBe(404);
	const response = await other.send('POST', `${chat('webchat')}?per_page=5&page=2`, {});
	expect(response.data.conversations).toHaveLength(5);
	other.sim.expectNoViolations();
	await other.sim.stop();
});
