import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';

import type { Contestant } from './engine';
import { PlainNode } from './plainNode';

/** Every item names its ticket, as it does in a workflow. */
const TICKET = '{{ $json.id }}';

/** @returns this node, reading a ticket per item */
export function thisNode(): Contestant {
	const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });
	return {
		name: 'this node',
		nodeType: new SupportInbox(),
		type: 'supportInbox',
		version: 1,
		parameters: () => ({ resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(`=${TICKET}`), simplify: false }),
	};
}

/** @returns a declarative node as it is usually written */
export function plainNode(): Contestant {
	return {
		name: 'plain declarative node',
		nodeType: new PlainNode(),
		type: 'plain',
		version: 1,
		parameters: () => ({ resource: 'ticket', operation: 'get', ticketId: `=${TICKET}` }),
	};
}

/** @param n8nModules node_modules of an n8n; @returns n8n's own HTTP Request node, as it is in a new workflow */
export function httpRequestNode(n8nModules: string): Contestant {
	const load = createRequire(join(n8nModules, 'n8n-nodes-base', 'package.json'));
	const { HttpRequest } = load('./dist/nodes/HttpRequest/HttpRequest.node.js') as { HttpRequest: new () => Versioned };
	const node = new HttpRequest();
	const version = node.description.defaultVersion;
	return {
		name: 'HTTP Request node',
		nodeType: node.nodeVersions[version],
		type: 'n8n-nodes-base.httpRequest',
		version,
		parameters: ({ baseUrl }) => ({
			method: 'GET',
			url: `=${baseUrl}/api/v2/101/tickets/${TICKET}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'supportInboxApi',
		}),
	};
}

interface Versioned {
	description: { defaultVersion: number };
	nodeVersions: Record<number, INodeType>;
}
