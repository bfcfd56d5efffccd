import { createHash } from 'node:crypto';
import { dedupeKey } from '../writes/comparison';
import type { Done, ItemOutcome } from '../writes/writeLog';
import type { Writer } from '../writes/writer';
import type { Item } from './item';

/**
 * n8n runs the items of a node again with Retry On Fail, and messages in a Retry. Newer agents may repeat any call; a message is found
 * when it would be sent. A dry run sends nothing, so it needs no protection against sending twice.
 *
 * @returns under whom the write log keeps how the item ended; undefined where nobody asks
 */
function cachedAsOf(item: Item): Writer | undefined {
	const { writer, connection, policy, node, semantics } = item;
	const isMessage = policy.reconciliation?.channel !== undefined;
	if (writer === undefined || connection.isDryRun) return undefined;
	if (!writer.isTool) return node.retryOnFail === true || isMessage ? writer : undefined;
	// An agent may ask the same question twice, or set a ticket back to an earlier state.
	return semantics === 'nonIdempotent' && !isMessage ? { ...writer, item: callOf(item, writer) } : undefined;
}

/**
 * What this process knows of how n8n ran an item before.
 * - `cachedAs`: under whom the write log keeps it, where n8n may run it again; `inputKey`: the key of what a message is given.
 * - `before`: how it ended in another attempt of the same run; `earlier`: in an earlier attempt of the execution.
 */
interface CachedResults {
	cachedAs?: Writer;
	inputKey?: string;
	before?: ItemOutcome;
	earlier?: Done;
}

export function cachedResultsOf(item: Item): CachedResults {
	const [cachedAs, inputKey] = [cachedAsOf(item), inputKeyOf(item)];
	if (cachedAs === undefined) return { inputKey };
	const { log } = item;
	const before = cachedAs.isTool || item.node.retryOnFail === true ? log.outcomeOf(cachedAs) : undefined;
	const earlier = cachedAs.isRetry && inputKey !== undefined ? log.earlierOutcomeOf(cachedAs, inputKey) : undefined;
	return { cachedAs, inputKey, before, earlier };
}

/** @returns what is the same in equal calls. Not the body: a time such as 15 minutes ago changes with each one */
function callOf({ context, node, policy, request, path }: Item, { call }: Writer): string {
	const inputKey = Object.keys(node.parameters).map((name) => context.getNodeParameter(name, null));
	const all = [request.options.method, path, inputKey, policy.perCall === true && call];
	return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** @returns the key of a message by what the item gives, which is the same in a Retry; undefined for anything else */
function inputKeyOf({ policy: { reconciliation }, path, withGaps }: Item): string | undefined {
	if (reconciliation?.channel === undefined) return undefined;
	const { body, settings } = withGaps();
	return dedupeKey({ path, body }, reconciliation.settings?.map((name) => settings[name]));
}
