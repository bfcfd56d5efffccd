import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { resources } from '../../nodes/SupportInbox/resources';
import { entryOf } from '../faults/entries';
import { runNode } from '../harness/engine';
import { hasEndpoint, startSimulator, type Simulator } from '../simulator';

const operations = new Map(
	resources.flatMap(({ value, operations: own }) => own.map((operation) => [`${value}.${operation.value}`, operation])),
);

/** The operations that can be run, `resource.operation`; test/resources/complete.test.ts tells which cannot. */
export const RUNNABLE = [...operations]
	.filter(([name, operation]) => entryOf(name, operation) !== undefined && hasEndpoint(operation.method, operation.path))
	.map(([name]) => name);

/** @returns the `json` of the items that an operation gives with its default settings, against a service full of data */
export async function outputOf(name: string): Promise<IDataObject[]> {
	const simulator = await startSimulator({ rateLimit: { limit: 100_000 } });
	try {
		const parameters = { ...entryOf(name, operations.get(name)!)?.parameters(simulator), ...moreOf(name, simulator) };
		const [resource, operation] = name.split('.');
		const items = await runNode(simulator, { resource, operation, ...parameters });
		return items.map(({ json }) => json);
	} finally {
		await simulator.stop();
	}
}

/** Lists give all rows, and what is looked at has a value in every field, so that each field's type is seen. */
function moreOf(name: string, { store }: Simulator): INodeParameters {
	const byId = (value: number) => ({ __rl: true, mode: 'id', value });
	if (name.endsWith('.getAll')) return { returnAll: true };
	if (name === 'ticket.get') {
		store.createTicket({
			id: 987_001,
			message_box_id: 101,
			status_cd: 'ongoing',
			assignee: 'user01',
			pending_reason_id: 202,
			label_ids: [3001],
			case_category_ids: [5001],
			messages: [{ id: 987_002, attachments: [{ id: 987_003, file_name: 'a.txt', content: 'a' }] }],
		});
		return { ticketId: byId(987_001) };
	}
	if (name === 'contact.get') {
		store.addContact(11, {
			system_id1: 'schema',
			last_name: 'Sato',
			first_name: 'Hana',
			company_name: 'Example Ltd.',
			default_assignee: 'user01',
			emails: [{ email: 'sato@example.com' }],
			tels: [{ tel: '03-1' }],
			badge_ids: [801],
		});
		return { systemId1: 'schema' };
	}
	return {};
}
