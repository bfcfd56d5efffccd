import { DirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';

import { SupportInbox } from '../../../nodes/SupportInbox/SupportInbox.node';
import { inboxField } from '../../../nodes/SupportInbox/fields/shared/inbox';
import type { Operation } from '../../../nodes/SupportInbox/resources/operation';
import { propertiesOf } from '../../../nodes/SupportInbox/resources/properties';
import { record } from '../../../nodes/SupportInbox/transport/client/response';
import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import { byId, INBOX } from '../../resources/service';
import type { Simulator } from '../../simulator';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const TICKETS = [1201, 1202, 1203];

/** An operation as none of the node is: one whose item sends its requests all at once. */
const several: Operation = {
	name: 'Several',
	value: 'several',
	action: 'Read several tickets',
	description: 'Reads several tickets at once',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/tickets/1',
	answer: record('ticket_id'),
	fields: [inboxField],
	plan: async (item) => {
		const sent = TICKETS.map(async (id) => await item.send({ url: `/api/v2/${INBOX}/tickets/${id}` }));
		return (await Promise.all(sent)).map(({ items: [{ json }], rows, headers }) => ({
			json: { id: json.ticket_id, rows, remaining: headers['x-ratelimit-remaining'] as string },
		}));
	},
};

function nodeOf(operation: Operation): INodeType {
	const node = new SupportInbox();
	const properties = propertiesOf([{ name: 'Ticket', value: 'ticket', description: '', operations: [operation] }]);
	node.description = { ...node.description, properties };
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	return node;
}

it('requests that an item sends at once do not take each other\'s answers', async () => {
	for (const id of TICKETS) simulator.store.createTicket({ id, message_box_id: INBOX });
	// The later one was sent, the sooner its answer comes.
	TICKETS.forEach((id, index) => simulator.faults.add({ kind: 'delay', delayMs: 150 - 50 * index, when: { path: new RegExp(`tickets/${id}$`) } }));
	const parameters = { resource: 'ticket', operation: 'several', messageBoxId: byId(INBOX) };
	const items = await runNode(simulator, parameters, { nodeType: nodeOf(several) });
	expect(items.map(({ json }) => [json.id, json.rows])).toEqual(TICKETS.map((id) => [id, 1]));
	const remaining = items.map(({ json }) => Number(json.remaining));
	expect(remaining).toEqual([remaining[0], remaining[0] - 1, remaining[0] - 2]);
});
