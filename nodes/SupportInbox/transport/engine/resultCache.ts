import { createHash } from 'node:crypto';
import { dedupeKey } from '../writes/comparison';
import type { Done, ItemOutcome } from '../writes/writeLog';
import type { Writer } from '../writes/writer';
import type { ReadyItem } from './requestPolicy';
import type { SendingItem } from './sendingItem';

/**
 * n8n runs the items of a node again with Retry On Fail, and messages in a Retry. Newer agents may repeat any call; a message is found
 * when it would be sent. A dry run sends nothing, so it needs no protection against sending twice.
 *
 * @returns under whom the write log keeps how the item ended; undefined where nobody asks
 */
function cachedAsOf({ writer, connection, ready }: Pick<SendingItem, 'writer' | 'connection' | 'ready'>): Writer | undefined {
	const isMessage = ready.policy.reconciliation?.channel !== undefined;
	if (writer === undefined || connection.isDryRun) return undefined;
	if (!writer.isTool) return ready.node.retryOnFail === true || isMessage ? writer : undefined;
	// An agent may ask the same question twice, or set a ticket back to an earlier state.
	return ready.semantics === 'nonIdempotent' && !isMessage ? { ...writer, item: callOf(ready, writer) } : undefined;
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

export function cachedResultsOf(item: Pick<SendingItem, 'writer' | 'connection' | 'ready' | 'log'>): CachedResults {
	const { ready, log } = item;
	const [cachedAs, inputKey] = [cachedAsOf(item), inputKeyOf(ready)];
	const before = cachedAs !== undefined && (cachedAs.isTool || ready.node.retryOnFail === true) ? log.outcomeOf(cachedAs) : undefined;
	const earlier = cachedAs?.isRetry === true && inputKey !== undefined ? log.earlierOutcomeOf(cachedAs, inputKey) : undefined;
	return { cachedAs, inputKey, before, earlier };
}

/** @returns what is the same in equal calls. Not the body: a time such as 15 minutes ago changes with each one */
function callOf({ context, node, policy, request, prepared }: ReadyItem, { call }: Writer): string {
	const inputKey = Object.keys(node.parameters).map((name) => context.getNodeParameter(name, null));
	const all = [request.options.method, prepared.path, inputKey, policy.perCall === true && call];
	return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** @returns the key of a message by what the item gives, which is the same in a Retry; undefined for anything else */
function inputKeyOf({ policy: { reconciliation }, prepared }: ReadyItem): string | undefined {
	if (reconciliation?.channel === undefined) return undefined;
	const { body, settings } = prepared.withGaps();
	return dedupeKey({ path: prepared.path, body }, reconciliation.settings?.map((name) => settings[name]));
}
