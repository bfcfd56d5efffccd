/** As the tool of an agent, Output takes the place of Simplify. */
import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { book } from '../faults/entries';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from '../resources/sent';
import { byId, INBOX } from '../resources/service';

const service = simulatorOfEachTest({ answers: 'everythingFilled' });

const inbox = { messageBoxId: byId(INBOX) };
const ticket = () => ({ ...inbox, ticketId: byId(service.store.createTicket({ message_box_id: INBOX, messages: [{ body: 'Hello' }] }).ticket_id) });

/** Each operation with Simplify: its parameters, a field that is short already, one that only the service has, and the ids. */
const OPERATIONS: Array<[string, () => INodeParameters, string, string, string[]]> = [
	['contact.get', () => ({ ...book, findBy: 'systemId1', systemId1: 'K1' }), 'emails', 'note', ['customer_id', 'system_id1', 'customer_group_id']],
	['template.getAll', () => inbox, 'title', 'cc', ['template_id']],
	['ticket.get', ticket, 'title', 'color_cd', ['ticket_id', 'message_box_id']],
	['ticket.getAll', () => ({ ...inbox, getAllTicketFilters: { ticketIds: ticket().ticketId } }), 'title', 'color_cd', ['ticket_id', 'message_box_id']],
	['ticket.update', () => ({ ...ticket(), statusCd: 'closed', return: 'updatedTicket' }), 'title', 'color_cd', ['ticket_id', 'message_box_id']],
	['user.getAll', () => ({}), 'email', 'is_otp_required', ['mention_name']],
];

beforeEach(() => service.store.addContact(11, { system_id1: 'K1', emails: [{ email: 'hana@example.com' }] }));

const fieldsOf = (name: string) => {
	const [resource, operation] = name.split('.');
	return resources.find(({ value }) => value === resource)!.operations.find(({ value }) => value === operation)!.fields;
};

/** @param given values by the display names of their fields */
async function item(name: string, parameters: INodeParameters, given: INodeParameters = {}, type = 'supportInboxTool'): Promise<IDataObject> {
	const [resource, operation] = name.split('.');
	const values = { 'Include Names': false, ...given };
	const chosen = fieldsOf(name).filter(({ displayName }) => displayName in values).map((field) => [field.name, values[field.displayName as keyof typeof values]]);
	const items = await runNode(service, { resource, operation, ...parameters, ...Object.fromEntries(chosen) }, { node: { type } });
	return items.map(({ json }) => json).find((json) => !('applied_filters' in json))!;
}

/** Each update has a time of its own. */
const timeless = (json: IDataObject) => ({ ...json, last_updated_at: undefined });

it('is of each operation that has Simplify', () => {
	const names = resources.flatMap(({ value, operations }) => operations.filter(({ fields }) => fields.some(({ displayName }) => displayName === 'Simplify')).map((operation) => `${value}.${operation.value}`));
	expect(OPERATIONS.map(([name]) => name).sort()).toEqual(names.sort());
});

describe.each(OPERATIONS)('%s', (name, parametersOf, short, other, ids) => {
	it('gives the short form, the raw one or the fields that were chosen', async () => {
		const parameters = parametersOf();
		const plain = await item(name, parameters, { Simplify: true }, 'supportInbox');
		const raw = await item(name, parameters, { Simplify: false }, 'supportInbox');
		expect(timeless(await item(name, parameters))).toEqual(timeless(plain));
		expect(timeless(await item(name, parameters, { Output: 'raw' }))).toEqual(timeless(raw));
		const chosen = await item(name, parameters, { Output: 'selectedFields', Fields: [short, other] });
		const row = { ...raw, ...plain };
		expect(chosen).toEqual(Object.fromEntries([...ids, short, other].map((key) => [key, row[key]])));
	});

	it('offers every field that comes out', async () => {
		const parameters = parametersOf();
		const all = { ...(await item(name, parameters, { Output: 'raw' })), ...(await item(name, parameters)) };
		const offered = fieldsOf(name).find(({ displayName }) => displayName === 'Fields')!.options!.map((option) => (option as { value: string }).value);
		expect(Object.keys(all).filter((key) => ![...offered, ...ids].includes(key))).toEqual([]);
	});
});

it('gives messages in their short form when they are chosen, and asks for no names that are not needed', async () => {
	const chosen = await item('ticket.get', ticket(), { 'Include Names': true, Output: 'selectedFields', Fields: '={{ "status_cd, messages" }}' });
	expect(Object.keys(chosen).sort()).toEqual(['message_box_id', 'message_box_name', 'messages', 'status_cd', 'status_name', 'ticket_id']);
	expect((chosen.messages as IDataObject[])[0]).not.toHaveProperty('is_html');
	expect(sent(service).map(({ path }) => path).filter((path) => /labels|users/.test(path))).toEqual([]);
});

it('shows the agent which fields there are', async () => {
	const { error } = await item('user.getAll', {}, { Output: 'selectedFields', Fields: ['phone'] });
	expect(error).toMatch(/^Fields: "phone" is not known here\. It takes: .*Email/);
	expect(sent(service)).toEqual([]);
});

it('is shown in the place of Simplify, and only to a tool', () => {
	const { description } = new SupportInbox();
	const shown = (more: string, parameters: INodeParameters) => {
		const own = { ...description, name: `${description.name}${more}` };
		const node = { name: 'Node', type: own.name, typeVersion: 1, id: '1', position: [0, 0] as [number, number], parameters };
		return Object.keys(NodeHelpers.getNodeParameters(own.properties, parameters, true, false, node, own)!).filter((name) => /simplify|output/i.test(name));
	};
	const get = { resource: 'ticket', operation: 'get' };
	expect(shown('', get)).toEqual(['simplify']);
	expect(shown('Tool', get)).toEqual(['output']);
	expect(shown('Tool', { ...get, output: 'selectedFields' })).toEqual(['output', 'ticketOutputFields']);
	const update = { resource: 'ticket', operation: 'update' };
	expect(shown('Tool', update)).toEqual([]);
	expect(shown('Tool', { ...update, return: 'updatedTicket' })).toEqual(['updatedTicketOutput']);
});
