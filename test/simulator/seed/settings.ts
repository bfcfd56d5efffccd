import { LISTS } from '../../contract/lists';
import { LABEL_COLORS } from '../enums';
import { treeOf } from '../store/Directory';
import type { Store } from '../store/Store';

const DEPARTMENTS = ['Support', 'Sales', 'Logistics', 'カスタマーサポート部'];
const FIRST_NAMES = ['Aiko', 'Ben', 'Chika', 'Daniel', '恵美', 'Farid', 'Grace', '浩'];
const LAST_NAMES = ['Yamada', 'Brown', '伊藤', 'Schmidt', 'Kobayashi'];
const LABEL_TREE = {
	Order: ['Delivery', 'Change', 'Cancel', 'Gift'],
	Return: ['Size', 'Damaged', 'Wrong item', 'Refund'],
	Billing: ['Invoice', 'Card', 'Bank transfer', '領収書'],
	Account: ['Sign-in', 'Profile', 'Security', 'Close'],
	Product: ['Question', 'Fault', 'Idea', 'Manual'],
	'お客様': ['新規', '常連', '法人', 'VIP'],
	Partner: ['Mall', 'Carrier', 'Supplier', 'Press'],
	Internal: ['Escalated', 'Waiting', 'Duplicate', 'Training'],
};
const LABEL_LEAVES = ['High', 'Normal', 'Low'];

/** Address books and inboxes with their lists. Inbox 101 Support has the most data. */
export function seedSettings(store: Store): void {
	store.addAddressBook({ id: 11, name: 'Customers', customFields: [1, 2, 3, 4, 5] });
	store.addAddressBook({ id: 12, name: 'Business partners', customFields: [] });
	store.addInbox({ id: 101, name: 'Support', color: 'blue', customer_group_id: 11 });
	store.addInbox({ id: 102, name: 'Sales', color: 'green', customer_group_id: 12 });
	store.addInbox({ id: 103, name: 'Returns', color: 'orange', customer_group_id: 11 });
	seedUsers(store);
	seedLabels(store);
	for (const inbox of [101, 102, 103]) seedLists(store, inbox);
	seedTemplates(store);
	for (const name of ['VIP', 'Newsletter', '要注意', 'Press', 'Reseller']) {
		store.addBadge(11, { name });
	}
	for (let number = 1; number <= 40; number++) store.addBadge(12, { name: `Partner level ${number}` });
	seedOtherLists(store);
}

/** Three rows for each inbox or address book in every list of the contract that has none anywhere. */
function seedOtherLists(store: Store): void {
	for (const list of LISTS.filter((one) => treeOf(one) === undefined)) {
		const owners = [...(list.owner === 'message_box_id' ? store.inboxes : store.addressBooks).keys()];
		if (owners.some((owner) => store.rowsOf(list, owner).length > 0)) continue;
		const name = Object.keys(list.row.properties!).find((field) => field.endsWith('name'))!;
		for (const owner of owners) for (const number of [1, 2, 3]) store.addRow(list.name, owner, { [name]: `${list.name} ${number}` });
	}
}

function seedUsers(store: Store): void {
	for (let number = 0; number < 40; number++) {
		const first = FIRST_NAMES[number % FIRST_NAMES.length];
		const last = LAST_NAMES[Math.floor(number / FIRST_NAMES.length)];
		store.addUser({
			mention_name: `user${String(number + 1).padStart(2, '0')}`,
			first_name: first,
			last_name: last,
			department_name: DEPARTMENTS[number % DEPARTMENTS.length],
			employee_no: `E${1000 + number}`,
			status_cd: ({ 7: 'locked', 15: 'deleted', 23: 'confirming', 31: 'locked' } as const)[number] ?? 'available',
			is_tenant_admin: number === 0,
			is_otp_required: number % 3 === 0,
			last_page_loaded_at: number % 8 === 7 ? null : store.now() - number * 3_600_000,
		});
	}
}

function seedLabels(store: Store): void {
	let color = 0;
	const nextColor = () => LABEL_COLORS[color++ % LABEL_COLORS.length];
	for (const [top, children] of Object.entries(LABEL_TREE)) {
		const parent = store.addLabel(101, { name: top, color: nextColor() });
		for (const name of children) {
			const child = store.addLabel(101, { name, color: nextColor(), parent_id: parent.id });
			for (const leaf of LABEL_LEAVES) {
				store.addLabel(101, { name: leaf, color: nextColor(), parent_id: child.id });
			}
		}
	}
	for (const name of ['New lead', 'Follow up', 'Won', 'Lost']) store.addLabel(102, { name });
	for (const name of ['To inspect', 'Refunded']) store.addLabel(103, { name });
}

function seedLists(store: Store, inbox: number): void {
	store.addPendingReason(inbox, { name: 'Waiting for the customer' });
	store.addPendingReason(inbox, { name: 'Waiting for the carrier', snooze_term: 'tomorrow' });
	store.addPendingReason(inbox, { name: '社内確認中', snooze_term: 'next_monday' });
	store.addPendingReason(inbox, { name: 'Snoozed until set', snooze_term: 'no_term' });
	store.addMailAccount(inbox, { name: 'Customer Support', email: `support${inbox}@tenant.example` });
	store.addMailAccount(inbox, { name: 'サポート窓口', email: `madoguchi${inbox}@tenant.example` });
	const request = store.addClassification(inbox, { name: 'Request' });
	const change = store.addClassification(inbox, { name: 'Change', parent_id: request.id });
	store.addClassification(inbox, { name: 'Address', parent_id: change.id });
	const complaint = store.addClassification(inbox, { name: '苦情' });
	store.addClassification(inbox, { name: 'Delivery', parent_id: complaint.id });
	store.addClassification(inbox, { name: 'Fax', archived: true });
}

function seedTemplates(store: Store): void {
	const categories = ['First answer', 'Delivery', '返品', 'Thanks'];
	for (const inbox of [101, 102]) {
		for (let number = 1; number <= (inbox === 101 ? 34 : 3); number++) {
			const category = categories[number % categories.length];
			store.addTemplate(inbox, {
				template_category_name: category,
				template_name: `${category} ${number}`,
				from: `support${inbox}@tenant.example`,
				title: `Re: your message (${category})`,
				html_body: `<p>Dear customer,</p><p>this is template ${number}.</p>`,
				text_body: `Dear customer,\n\nthis is template ${number}.`,
				label_ids: number % 5 === 0 && inbox === 101 ? [3001] : [],
				questionnaire_name: number % 7 === 0 ? 'Satisfaction' : null,
			});
		}
	}
}

