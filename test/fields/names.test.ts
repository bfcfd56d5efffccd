import type { INodeParameters } from 'n8n-workflow';
import { idNamed } from '../../nodes/SupportInbox/fields/names';
import { listSearch, loadOptions } from '../harness/engine';
import { byId, emptyItems, serviceFor } from '../resources/service';
import { inJson } from '../simulator';

const service = serviceFor('ticket', 'getAll', { seed: { tickets: 0 } });
const bodies = () => service.sent().flatMap(({ body }) => (body === undefined ? [] : [body]));
const paths = () => service.sent().map(({ method, path }) => `${method} ${path}`);
const search = async (filters: INodeParameters) => await service.json({ getAllTicketFilters: filters });
const update = async (more: INodeParameters, count = 1) => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, status_cd: 'ongoing', label_ids: [3002] });
	await service.run({ operation: 'update', ticketId: byId(ticket_id), ...more }, { items: emptyItems(count) });
	return service.simulator.store.ticket(ticket_id);
};

describe('a name or path is taken where an id is', () => {
	it('labels by path, own name or ID, in any capitals', async () => {
		await search({ labelIds: '={{ ["Return/Damaged", "Invoice", 3001] }}' });
		await search({ labelIds: 'return/DAMAGED, INVOICE' });
		const rows = (await service.json({ resource: 'label', returnAll: true })) as Array<{ label_id: number; name: string }>;
		const id = (name: string) => rows.find((row) => row.name === name)!.label_id;
		expect(bodies()).toMatchObject([
			{ label_ids: [id('Return/Damaged'), id('Billing/Invoice'), 3001] },
			{ label_ids: [id('Return/Damaged'), id('Billing/Invoice')] },
		]);
	});

	it('the address book of a contact', async () => {
		const contact = { lastName: 'Sato', createContactFields: { systemId1: 'N-1' } };
		await service.run({ resource: 'contact', operation: 'create', customerGroupId: byId('Customers'), ...contact });
		expect(paths().at(-1)).toBe('POST customer_groups/11/customers/create');
	});
});

describe('a deleted user', () => {
	const [mention_name, name] = ['user16', 'Brown 浩'];
	const contact = { resource: 'contact', operation: 'create', customerGroupId: byId(11), lastName: 'Sato' };
	const run = async (parameters: INodeParameters, json = {}) => await service.run({ messageBoxId: byId(101), ...parameters }, { items: [{ json }] });
	const ticketId = () => byId(service.simulator.store.createTicket({ message_box_id: 101, assignee: 'user01' }).ticket_id);
	const written = () => service.sent().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'));

	it.each<[string, string, (user: string) => INodeParameters]>([
		['Ticket: Update', 'Assignee', (assignee) => ({ operation: 'update', ticketId: ticketId(), assignee })],
		['Ticket: Update, who is notified', 'Notify User', (user) => ({ operation: 'update', ticketId: ticketId(), statusCd: 'ongoing', updateTicketFields: { pendingReasonId: 202, notificationMentionName: user } })],
		['Ticket: Create', 'Assignee', (assignee) => ({ operation: 'create', ticketSubject: 'Called', createTicketFields: { assignee } })],
		['Contact: Create', 'Default Assignee', (defaultAssignee) => ({ ...contact, createContactFields: { defaultAssignee } })],
	])('gets nothing: %s', async (_operation, label, parametersOf) => {
		for (const user of [mention_name, name]) {
			await expect(run(parametersOf(`={{ ${JSON.stringify(user)} }}`))).rejects.toThrow(new RegExp(`^${label}: The user "${user}" is deleted`));
		}
		expect(written()).toEqual([]);
		await run(parametersOf('user03'));
		expect(written()).toHaveLength(1);
	});

	it('gets a ticket back that the item says was theirs, whether the list shows them or not', async () => {
		const without = inJson((rows: Array<{ mention_name: string }>) => rows.filter((row) => row.mention_name !== mention_name));
		for (const isShown of [true, false]) {
			if (!isShown) service.simulator.faults.add({ kind: 'rewritten', rewrite: without, when: { path: /users$/, times: 'always' } });
			const update = { operation: 'update', ticketId: ticketId(), assignee: '={{ $json.before.assignee }}' };
			const [{ json }] = await run(update, { before: { assignee: mention_name } });
			expect(json).toMatchObject({ success: true });
		}
		expect(written().map(({ body }) => body)).toEqual([{ assignee: mention_name }, { assignee: mention_name }]);
		await expect(run({ operation: 'update', ticketId: ticketId(), assignee: mention_name }, { before: { assignee: 'user01' } })).rejects.toThrow('There is no user');
	});

	it('is still searched for, and named as the one who has handled a memo', async () => {
		await search({ assignee: mention_name });
		await run({ resource: 'memo', operation: 'create', memoTicketId: ticketId(), memoBody: 'Called', createMemoFields: { operator: mention_name } });
		expect(bodies()).toMatchObject([{ assignee: mention_name }, { operator: mention_name }]);
	});
});

describe('refused before anything is written', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['a label with a dot in its name', { labelIds: ['Mr. Apple'] }, /^Labels: There is no label "Mr\. Apple" in this inbox\.$/],
		['a long one', { labelIds: [`A "Mr. ${'A'.repeat(150)}. B`] }, /^Labels: There is no label "A \\"Mr\. A+… in this inbox\.$/],
		['a name of several labels', { labelIds: ['High'] }, /^Labels: "High" is the name of several labels: [^,(]+\/High \(30\d\d\), [^,(]+\/High \(30\d\d\)/],
		['an unknown user', { assignee: '={{ "Nobody Here" }}' }, /^Assignee: There is no user "Nobody Here" in this tenant\.$/],
		['an unknown reason', { pendingReasonIds: '={{ "Later" }}' }, /^Pending Reasons: There is no pending reason "Later" in this inbox\.$/],
		['a number that is no id', { labelIds: '={{ "1e3" }}' }, /^Labels: There is no label "1e3" in this inbox/],
		['a number with zeros before it, which may be a name', { labelIds: '={{ "03002" }}' }, /^Labels: There is no label "03002" in this inbox/],
	])('%s', async (_what, filters, message) => {
		await expect(search(filters)).rejects.toThrow(message);
		expect(bodies()).toEqual([]);
	});

	it('an unknown inbox', async () => {
		await expect(service.run({ messageBoxId: byId('Suport') })).rejects.toThrow('Inbox: There is no inbox "Suport" in this tenant.');
		expect(paths()).toEqual(['GET message_boxes']);
	});

	it('two of one name in different capitals, with both ids; exactly written it is one', async () => {
		const { id: one } = service.simulator.store.addLabel(102, { name: 'Twice' });
		const { id: two } = service.simulator.store.addLabel(102, { name: 'TWICE' });
		const inSales = async (name: string) => await service.json({ messageBoxId: byId(102), getAllTicketFilters: { labelIds: [name] } });
		await expect(inSales('twice')).rejects.toThrow(`"twice" is the name of several labels: Twice (${one}), TWICE (${two})`);
		await inSales('TWICE');
		expect(bodies()).toMatchObject([{ label_ids: [two] }]);
	});
});

it('what is in use goes before what is archived', async () => {
	const { id } = service.simulator.store.addClassification(101, { name: 'Fax' });
	const ticket = await update({ updateTicketFields: { classifications: { values: { mode: 'replace', caseCategoryIds: '={{ ["Fax"] }}' } } } });
	expect(ticket.case_category_ids).toEqual([id]);
});

it('what is archived is found where nothing in use has its name: it can be taken away', async () => {
	const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, case_category_ids: [5001, 5006] });
	await service.run({ operation: 'update', ticketId: byId(ticket_id), updateTicketFields: { classifications: { values: { mode: 'remove', caseCategoryIds: '={{ ["fax"] }}' } } } });
	expect(service.simulator.store.ticket(ticket_id).case_category_ids).toEqual([5001]);
});

describe('a name stands for what is written exactly so, before anything that differs from it', () => {
	/** Labels and classifications that differ by blanks, capitals or being archived, and the one that each name stands for. */
	const chosen = async (name: string) => {
		const ticket = await update({ updateTicketFields: { classifications: { values: { mode: 'replace', caseCategoryIds: `={{ ${JSON.stringify([name])} }}` } } } });
		return ticket.case_category_ids;
	};
	const add = (name: string, archived = false) => service.simulator.store.addClassification(101, { name, archived }).id;

	it('also where that is archived and another form of it is in use', async () => {
		const inUse = add('fax');
		expect(await chosen('Fax')).toEqual([5006]);
		expect(await chosen('fax')).toEqual([inUse]);
		expect(await chosen('FAX')).toEqual([inUse]);
	});

	it('with the blanks around it', async () => {
		const [plain, before, behind] = [add('Late'), add(' Late'), add('Late ')];
		expect(await chosen('Late')).toEqual([plain]);
		expect(await chosen(' Late')).toEqual([before]);
		expect(await chosen('Late ')).toEqual([behind]);
		await expect(chosen(' late ')).rejects.toThrow(/is the name of several classifications/);
	});

	it('what only looks the same comes last', async () => {
		const late = add('9時〜12時・“朝”の－便');
		expect(await chosen('\uff26ax')).toEqual([5006]);
		expect(await chosen('９時～12時･"朝"の−便')).toEqual([late]);
		expect(await chosen('Fa\u200bx')).toEqual([5006]);
		expect(await chosen('9時〜12時・“朝”の－\u200e便 ')).toEqual([late]);
	});
});

describe('a comma may be part of a name: text is looked for as a whole first', () => {
	const add = (name: string) => service.simulator.store.addLabel(101, { name }).id;
	const change = async (mode: string, names: string, label_ids: number[]) => {
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, label_ids });
		await service.run({ operation: 'update', ticketId: byId(ticket_id), labels: { values: { mode, labelIds: `={{ ${JSON.stringify(names)} }}` } } });
		return service.simulator.store.ticket(ticket_id).label_ids;
	};

	it.each(['Aa, Bb', 'Aa, 3002', '3002, Bb'])('%s', async (name) => {
		const [aa, bb, whole] = [add('Aa'), add('Bb'), add(name)];
		expect(await change('add', name, [3001])).toEqual([3001, whole]);
		expect(await change('remove', name, [3002, aa, bb, whole])).toEqual([3002, aa, bb]);
		expect(await change('replace', 'Bb, Aa', [3001])).toEqual([bb, aa]);
		await search({ labelIds: `={{ "${name}" }}` });
		expect(bodies().at(-1)).toMatchObject({ label_ids: [whole] });
	});

	it.each(['1.10', '0x10', '1e3', '[2024]', '[3001]', '3001, 3002', '1,5', '007'])('a name that looks like a number or a list of IDs is found: %s', async (name) => {
		const id = add(name);
		expect(await change('add', name, [])).toEqual([id]);
	});

	it('a list of IDs is taken where no label has it as its name, and refused where none has the IDs', async () => {
		expect(await change('add', '[3001]', [])).toEqual([3001]);
		expect(await change('add', '3001, 3002', [])).toEqual([3001, 3002]);
		await expect(change('add', '[2024]', [])).rejects.toThrow('Labels: There is no label with the ID 2024 in this inbox.');
		await expect(change('add', '1,5', [])).rejects.toThrow('Labels: There is no label with the ID 1 in this inbox.');
	});

	it('a whole that several have is refused', async () => {
		['Aa, Bb', 'aa, bb', 'AA', 'BB'].forEach(add);
		await expect(change('add', 'AA, BB', [])).rejects.toThrow('"AA, BB" is the name of several labels');
	});
});

it('a name or an ID that the kept list lacks is looked for in a new one before it is refused', async () => {
	await search({ labelIds: ['Order'] });
	const { id } = service.simulator.store.addLabel(101, { name: 'Just Made' });
	const { id: other } = service.simulator.store.addLabel(101, { name: 'Made Later' });
	await search({ labelIds: ['Just Made'] });
	await search({ labelIds: [other] });
	expect(bodies()).toMatchObject([{}, { label_ids: [id] }, { label_ids: [other] }]);
	service.simulator.clearRequests();
	await expect(search({ labelIds: ['Mistyped'] })).rejects.toThrow('There is no label "Mistyped"');
	// Its two pages.
	expect(paths()).toEqual(['GET 101/labels', 'GET 101/labels']);
});

it('the lists of an inbox that is given by its name are loaded', async () => {
	const parameters = { resource: 'ticket', operation: 'update', messageBoxId: byId('sales') };
	expect(await loadOptions(service.simulator, 'getLabels', parameters)).toHaveLength(4);
	expect(await listSearch(service.simulator, 'searchTickets', parameters)).toMatchObject({ results: [{ value: 10005 }, {}, {}, {}, {}] });
	await expect(loadOptions(service.simulator, 'getLabels', { ...parameters, messageBoxId: byId('Suport') })).rejects.toThrow('There is no inbox "Suport"');
});

it('a name in another Unicode form is found, after names that are exactly as written', () => {
	const [composed, decomposed] = ['\u30ac\u30a4\u30c9', '\u30ab\u3099\u30a4\u30c8\u3099'];
	const labels = [composed, decomposed].map((name, place) => ({ label_id: place + 1, name, parent_id: null }));
	for (const name of [composed, decomposed]) {
		expect(idNamed('labels', name, labels)).toBe(name === composed ? 1 : 2);
		expect(labels.map((label) => idNamed('labels', name, [label]))).toEqual([1, 2]);
	}
});

it("a mention name stands for its user also where it is another user's whole name", () => {
	const users = [
		{ mention_name: 'teamsato', last_name: 'sato', first_name: null, status_cd: 'available' },
		{ mention_name: 'sato', last_name: 'Sato', first_name: 'Hana', status_cd: 'available' },
	];
	expect(idNamed('users', 'sato', users)).toBe('sato');
	expect(idNamed('users', 'sato', users.slice(0, 1))).toBe('teamsato');
});

it.each(['Support', 'support@tenant.example', 'Support <support@tenant.example>', 'SUPPORT <SUPPORT@TENANT.EXAMPLE>'])('a mail account by its name, its address, or both as the list shows them: %s', (name) => {
	const accounts = [
		{ mail_account_id: 1, name: 'Support', email: 'support@tenant.example' },
		{ mail_account_id: 2, name: 'Sales', email: 'sales@tenant.example' },
	];
	expect(idNamed('mailAccounts', name, accounts)).toBe(1);
});
