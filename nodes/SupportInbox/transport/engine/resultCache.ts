import { createHash } from 'node:crypto';
import { dedupeKey } from '../writes/comparison';
import type { Done, ItemEnd } from '../writes/writeLog';
import type { Writer } from '../writes/writer';
import type { ReadyItem, SendingItem } from './sendingItem';

/**
 * n8n runs the items of a node again with Retry On Fail, and messages in a Retry. Newer agents may repeat any call; a message is found
 * when it would be sent. A dry run sends nothing, so it needs no protection against sending twice.
 *
 * @returns under whom the write log keeps how the item ended; undefined where nobody asks
 */
function keptAs({ writer, connection, ready }: Pick<SendingItem, 'writer' | 'connection' | 'ready'>): Writer | undefined {
	const isMessage = ready.policy.finder?.channel !== undefined;
	if (writer === undefined || connection.isDryRun) return undefined;
	if (!writer.isTool) return ready.node.retryOnFail === true || isMessage ? writer : undefined;
	// An agent may ask the same question twice, or set a ticket back to an earlier state.
	return ready.semantics === 'nonIdempotent' && !isMessage ? { ...writer, item: callOf(ready, writer) } : undefined;
}

/**
 * What this process knows of how n8n ran an item before.
 * - `kept`: under whom the write log keeps it, where n8n may run it again; `given`: the key of what a message is given.
 * - `before`: how it ended in another try of the same run; `earlier`: in an earlier try of the execution.
 */
interface Past {
	kept?: Writer;
	given?: string;
	before?: ItemEnd;
	earlier?: Done;
}

export function pastOf(item: Pick<SendingItem, 'writer' | 'connection' | 'ready' | 'log'>): Past {
	const { ready, log } = item;
	const [kept, given] = [keptAs(item), givenKeyOf(ready)];
	const before = kept !== undefined && (kept.isTool || ready.node.retryOnFail === true) ? log.endOf(kept) : undefined;
	const earlier = kept?.isRetry === true && given !== undefined ? log.earlierEndOf(kept, given) : undefined;
	return { kept, given, before, earlier };
}

/** @returns what is the same in equal calls. Not the body: a time such as 15 minutes ago changes with each one */
function callOf({ context, node, policy, request, prepared }: ReadyItem, { call }: Writer): string {
	const given = Object.keys(node.parameters).map((name) => context.getNodeParameter(name, null));
	const all = [request.options.method, prepared.path, given, policy.perCall === true && call];
	return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** @returns the key of a message by what the item gives, which is the same in a Retry; undefined for anything else */
function givenKeyOf({ policy: { finder }, prepared }: ReadyItem): string | undefined {
	if (finder?.channel === undefined) return undefined;
	const { body, settings } = prepared.withGaps();
	return dedupeKey({ path: prepared.path, body }, finder.settings?.map((name) => settings[name]));
}
