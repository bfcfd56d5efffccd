import { waitFor } from '../../../scripts/n8n-host/net';
import type { Stage } from './trial';

/** A poll sends its searches within less than that, and polls are further apart (ms). */
const GAP_MS = 3_000;
/** For a poll each ten seconds, on a slow machine. */
const POLL_MS = 30_000;

/** Waits until the trigger has polled the inbox this often from now on, each poll to its end: the one after them has begun. */
export async function morePolls({ simulator }: Stage, inbox: number, count: number): Promise<void> {
	const begun = async () => {
		const searches = (await simulator.requests()).filter(({ path }) => path.endsWith(`/${inbox}/tickets/search`));
		return searches.filter(({ at }, place) => place === 0 || at - searches[place - 1]!.at > GAP_MS).length;
	};
	const before = await begun();
	await waitFor(`${count} more polls`, async () => (await begun()) > before + count, { timeoutMs: (count + 1) * POLL_MS });
}
