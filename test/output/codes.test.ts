/** The codes of the service and the names that n8n shows for them: in the output, and in the lists of choices. docs/reference/codes.md is made of them. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { CODED, HANDLING_TYPES, SNOOZE_TERMS } from '../../nodes/SupportInbox/fields/enumerations';
import { codeName, withCodeNames } from '../../nodes/SupportInbox/output/codes';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { codesOf, SCHEMAS } from '../contract/contract';
import { placesIn } from '../description/places';
import { letPass } from '../harness/skippedWaits';
import { byId, serviceFor } from '../resources/service';

const FIELDS = ['Ticket', 'Message', 'Comment'].flatMap((record) => Object.entries(SCHEMAS[record].properties!)).filter(([, schema]) => codesOf(schema).length > 0);

/** @returns the codes that n8n has names for, sorted */
const namedIn = (choices: readonly INodePropertyOptions[] = []) => choices.map(({ value }) => value).sort();

it.each(FIELDS)('%s: n8n has a name for every code of the document, and for no other', (field, schema) => {
	const where = `CODED.${field} in nodes/SupportInbox/fields/enumerations.ts`;
	expect({ [where]: namedIn(CODED[field]?.choices) }).toEqual({ [where]: codesOf(schema).sort() });
});

it.each([['HandlingType', HANDLING_TYPES], ['SnoozeTerm', SNOOZE_TERMS]])('%s: n8n has a name for every code of the document, and for no other', (name, choices) => {
	expect(namedIn(choices)).toEqual(codesOf(SCHEMAS[name]).sort());
});

it('a code that was added later is its own name, and no code has none', () => {
	expect(['open', 'hologram', null].map((code) => codeName('status_cd', code))).toEqual(['Open', 'hologram', null]);
});

it('names stand right after their codes, also in messages and their comments', () => {
	const comments = [{ comment_type: 'assign', comment: '' }];
	const ticket = { status_cd: 'ongoing', color_cd: null, label_ids: [1], messages: [{ method_cd: 'social_dm', action_cd: 'received', comments }], changes: { status_cd: { from: 'open' } } };
	expect(JSON.stringify(withCodeNames(ticket as unknown as IDataObject))).toBe(
		JSON.stringify({
			status_cd: 'ongoing',
			status_name: 'On Hold',
			color_cd: null,
			color_name: null,
			label_ids: [1],
			messages: [{
				method_cd: 'social_dm',
				method_name: 'Direct Message',
				action_cd: 'received',
				action_name: 'Received',
				comments: [{ comment_type: 'assign', comment_type_name: 'Assigned', comment: '' }],
			}],
			changes: { status_cd: { from: 'open' } },
		}),
	);
});

it('Include Names has one default everywhere', () => {
	const fields = [new SupportInbox(), new SupportInboxTrigger()].flatMap(({ description }) => placesIn(description.properties, ''));
	const defaults = fields.filter(({ field }) => field.name === 'includeNames').map(({ field }) => field.default);
	expect(defaults.length).toBeGreaterThan(1);
	expect(new Set(defaults)).toEqual(new Set([true]));
});

describe('names are an addition', () => {
	const service = serviceFor('ticket', 'get');
	const get = async () => {
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, assignee: 'user01', label_ids: [3001] });
		return await service.json({ ticketId: byId(ticket_id) });
	};

	it.each([403, 404])('a list that the token may not see (%d) has no names, and the ticket comes', async (status) => {
		service.simulator.faults.add({ when: { path: /users/, times: 9 }, kind: 'status', status, body: { message: 'no' } });
		expect(await get()).toMatchObject([{ status_name: 'Open', assignee: 'user01', assignee_name: null, label_names: ['Order'] }]);
	});

	it('are asked for once an hour, and once more where an id is new', async () => {
		const paths = () => service.sent().map(({ path }) => path).filter((path) => !path.includes('tickets'));
		await get();
		const lists = paths();
		letPass(59 * 60_000);
		await get();
		expect(paths()).toEqual(lists);
		const { id } = service.simulator.store.addLabel(101, { name: 'New' });
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, label_ids: [id] });
		expect(await service.json({ ticketId: byId(ticket_id) })).toMatchObject([{ label_names: ['New'] }]);
		expect(paths()).toEqual([...lists, '101/labels', '101/labels']);
		letPass(61 * 60_000);
		await get();
		expect(paths().filter((path) => path === 'users')).toHaveLength(2);
	});

	it('an id that its list lacks is shown, without a name, and costs the list once a minute', async () => {
		const { ticket_id } = service.simulator.store.createTicket({ message_box_id: 101, label_ids: [1] });
		const ofLabels = () => service.sent().filter(({ path, query }) => path === '101/labels' && query.page === '1').length;
		const readings: number[] = [];
		for (const passed of [0, 0, 61_000, 0, 61_000]) {
			letPass(passed);
			expect(await service.json({ ticketId: byId(ticket_id) })).toMatchObject([{ label_ids: [1], label_names: [null] }]);
			readings.push(ofLabels());
		}
		expect(readings).toEqual([1, 1, 2, 2, 3]);
	});

	it('a list that cannot be read for another reason is an error', async () => {
		service.simulator.faults.add({ when: { path: /users/, times: 9 }, kind: 'status', status: 400, body: { message: 'no' } });
		await expect(get()).rejects.toThrow('The service refused the values: no');
	});
});
