import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RoutingNode } from 'n8n-core';

const FILE = join(dirname(require.resolve('n8n-core')), 'execution-engine', 'routing-node.js');
/** Where the engine starts an item and goes on with the next one. */
const START = /requestPromises\.push\((this\.makeRequest\([^;]+\))\);/;

/**
 * n8n's engine as it might become: it starts some items at a time, and goes on when these have ended.
 *
 * @throws where n8n's engine starts its items otherwise than today
 */
export function engineOf(atOnce: number): typeof RoutingNode {
	const source = readFileSync(FILE, 'utf8');
	if (!START.test(source)) throw new Error('The engine starts its items otherwise than this test knows');
	const changed = source.replace(START, `requestPromises.push($1); if ((itemIndex + 1) % ${atOnce} === 0) await Promise.allSettled(requestPromises);`);
	const loaded: { exports: { RoutingNode?: typeof RoutingNode } } = { exports: {} };
	const load = (name: string): unknown => jest.requireActual(name.startsWith('.') ? join(dirname(FILE), name) : name);
	new Function('exports', 'require', 'module', changed)(loaded.exports, load, loaded);
	return loaded.exports.RoutingNode!;
}
