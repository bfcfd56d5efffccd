import { createHash } from 'node:crypto';

import type { FunctionsBase, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { Gate } from './gate';
import { Memory } from './memory';

export const CREDENTIAL = 'supportInboxApi';

/** What connect() needs of n8n: any of its contexts. */
type Context = Pick<FunctionsBase, 'getNode'> & {
	getCredentials(type: string): Promise<Record<string, unknown>>;
};

/**
 * A tenant's door.
 * - `origin`: scheme and host of the base URL, without a trailing slash; nothing is ever sent elsewhere.
 * - `memory`: what dropdowns asked a moment ago.
 * - `hide`: takes the token out of a text that may echo it.
 */
export interface Connection {
	origin: string;
	gate: Gate;
	memory: Memory;
	hide: (text: string) => string;
}

/** The budget belongs to the token, so everything in this process that holds it shares one gate and one memory. */
const doors = new Map<string, Pick<Connection, 'gate' | 'memory'>>();

/**
 * Reads the credential of the node (API document, Authentication).
 *
 * @throws NodeOperationError when the base URL is no http(s) origin
 */
export async function connect(context: Context): Promise<Connection> {
	const { baseUrl, accessToken } = await context.getCredentials(CREDENTIAL);
	const origin = originOf(baseUrl, context.getNode());
	const token = String(accessToken ?? '');
	const key = createHash('sha256').update(`${origin}\n${token}`).digest('hex');
	let door = doors.get(key);
	if (door === undefined) {
		door = { gate: new Gate(), memory: new Memory() };
		doors.set(key, door);
	}
	return { ...door, origin, hide: (text) => (token === '' ? text : text.split(token).join('***')) };
}

function originOf(baseUrl: unknown, node: INode): string {
	const text = String(baseUrl ?? '').trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isOrigin =
		url !== undefined &&
		/^https?:$/.test(url.protocol) &&
		url.pathname === '/' &&
		url.search === '' &&
		url.hash === '' &&
		url.username === '';
	if (isOrigin) return url.origin;
	throw new NodeOperationError(node, 'The Base URL of the Support Inbox credential is not a web address', {
		description:
			'Open the credential and enter the address of your tenant only, for example https://your-company.example.com, without a path behind it.',
	});
}
