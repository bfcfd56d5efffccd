/** Runs what reads answers while an answer is not what the document promises, and judges how it ends. */
import { operationOf } from '../contract/check';
import { everythingIn } from '../harness/errors';
import { skippingNow } from '../harness/skippedWaits';
import { inJson, startSimulator } from '../simulator';
import { ANSWERED, mutated, mutationsOf, written, type Mutation } from './mutations';
import { furnish, type Use } from './uses';

/** What JavaScript says where code meets what it does not expect: no words for a user. */
const RAW = /Cannot (read|convert|set|destructure|assign|use|mix|create)|is not (iterable|a function|a constructor|an object|defined|valid JSON)|Invalid (time|array|count|string|Date)|Maximum call stack|out of range|circular structure|TypeError|RangeError|\[object Object\]|\[native code\]/;

/** A memo and a mail keep the status of their ticket as the service shows it, also one that the document does not name. */
const IS_KEPT = /^body\/status_cd must be equal to one of the allowed values$/;

/** A use with one of the mutations of the answers that it reads. */
export interface Case {
	use: Use;
	mutation: Mutation;
}

/** @returns every case of a use. @throws when it fails without a mutation */
export async function casesOf(use: Use): Promise<Case[]> {
	const read = new Set<string>();
	await inService(use, async (simulator) => {
		const before = simulator.requests.length;
		await use.run(simulator);
		for (const request of simulator.requests.slice(before)) {
			const operation = operationOf(request);
			if (request.status === 200 && operation !== undefined && ANSWERED.has(operation.id)) read.add(operation.id);
		}
	});
	return [...read].flatMap((id) => mutationsOf(ANSWERED.get(id)!).map((mutation) => ({ use, mutation })));
}

/** @returns what is bad about how it ends; undefined where the value passes through, or is refused in words */
export async function badEndOf({ use, mutation }: Case): Promise<string | undefined> {
	return await inService(use, async (simulator) => {
		const rewrite = inJson((answer) => mutated(answer, mutation) ?? null);
		simulator.faults.add({ kind: 'rewritten', rewrite: (text) => written(rewrite(text)), when: { operation: mutation.operation, times: 'always' } });
		const end = await use.run(simulator).then(rawInItems, rawIn);
		const violation = simulator.violations.find(({ message }) => !IS_KEPT.test(message));
		return violation === undefined ? end : `sent what the document does not allow: ${violation.message}`;
	});
}

async function inService<T>(use: Use, work: (simulator: Awaited<ReturnType<typeof startSimulator>>) => Promise<T>): Promise<T> {
	const simulator = await startSimulator({ clock: skippingNow, seed: { tickets: 3 }, rateLimit: { limit: 10_000 } });
	furnish(simulator);
	await use.begin?.(simulator);
	try {
		return await work(simulator);
	} finally {
		await simulator.stop();
	}
}

/** n8n stores what comes out as JSON; an error in an item is one as well. */
function rawInItems(result: unknown): string | undefined {
	const raw = RAW.exec(JSON.stringify(result).replaceAll('[object Object]', ''));
	return raw === null ? undefined : `an item says ${raw[0]}`;
}

/** @returns what an error says that is in no words for a user, if anything */
function rawIn(error: Error & { description?: string | null }): string | undefined {
	const words = `${error.message} ${error.description ?? ''}`;
	return RAW.test(words) || RAW.test(causes(error)) ? `${words} ${everythingIn(error).match(/at .*nodes\/SupportInbox.*/)?.[0] ?? ''}` : undefined;
}

function causes(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message} ${causes(error.cause)}` : '';
}
