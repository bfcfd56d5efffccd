import type { Requests } from '../service/requests';
import type { SearchPurpose } from '../service/service';
import { type Ends, LIST_OF_INBOXES } from './status';

/**
 * The work queue of a poll: what is asked for next.
 *
 * There is one line of work for each kind and inbox. A step of a line sends one request. After each step the line with the
 * highest urgency is next: weight x age / (1 + the requests that the line has sent in this poll). So each line gets requests
 * in proportion to its weight and to how long it has waited, and none is left out for ever.
 *
 * What the poll promises:
 * - Every new ticket and message is found by the news of its inbox. It is emitted once, by this poll or by a later one.
 * - A ticket that was seen is decided, or it is on the list `todo` of the memory. So a poll may stop after any step.
 * - The position of an inbox moves over send times that were read without a gap, oldest first. Many news delay only their own inbox.
 * - These may be late: a silent change, a message that is dated back (sweep, moved), and a message that only a reread finds.
 * - A ticket gets one turn in a poll. A ticket that could not be read when it was last tried comes after the others of its line.
 * - Nothing is emitted twice, unless n8n was killed and brings back a memory from before an event that it had started.
 *
 * How the age of each kind is counted, and why it weighs so much:
 *
 * | kind    | weight | age | why |
 * |---------|--------|-----|-----|
 * | begin   | first  | -                                                          | only what comes after it is new |
 * | names   | first  | -                                                          | events that are ready need only names |
 * | details | 16     | since the news of the inbox were read before its oldest ticket was found; a ticket that is tried again counts as found now | an event waits for the details, and may be that old |
 * | news    | 12     | since the send times up to which the news were read        | it finds most events |
 * | moved   | 4      | as for details                                             | a sweep found the ticket: its event is late already |
 * | sweep   | 1      | since the oldest row of the inbox was read                 | few changes are found by it alone |
 * | reread  | 0.5    | since the line had its last step                           | it finds only messages that nothing else shows |
 *
 * What waits in an inbox that could not be read counts from then on, and begin weighs as news there: it is tried again in its turn.
 * At the rate limit the first details of a poll go as news do: where others leave few requests, something is emitted all the same.
 * Ages are computed again before each step. At first only begin, names and news are open: the others wait for the first news of
 * their inbox, since until then the service may be down. An inbox in which something happened within the hour is busy. There, the
 * time that exceeds the interval between the polls counts seven times for details, news and moved.
 *
 * For example, three inboxes were read to their end a minute ago, and eight requests are left. 101 is busy. A ticket of 103 cannot be
 * read, and it is time to try it again. News have 12 x 60 = 720 each: **news 101** is the first, and shows two new tickets.
 * Their details have 16 x 60 = 960: **details 101**, and then 480 for the second one. So **news 102** and **news 103** come next.
 * The ticket of 103 has 960 as well: **details 103**. Then come the second details of 101 (480), and sweeps (60 and more).
 */
export const KINDS = {
	begin: { weight: Infinity, purpose: 'trigger' },
	names: { weight: Infinity, purpose: 'trigger' },
	details: { weight: 16, purpose: 'details' },
	news: { weight: 12, purpose: 'trigger' },
	moved: { weight: 4, purpose: 'details' },
	sweep: { weight: 1, purpose: 'sweep' },
	reread: { weight: 0.5, purpose: 'details' },
} as const satisfies Record<string, { weight: number; purpose: SearchPurpose }>;

export type Kind = keyof typeof KINDS;

/** The order at the rate limit: each purpose yields to the purposes before it. */
const PURPOSES: readonly SearchPurpose[] = ['trigger', 'details', 'sweep'];

/**
 * A line of work.
 * - `age`: how long it has waited (ms, more than 0); undefined: there is nothing to do now. It has no side effects.
 * - `step`: sends one request, or none where the answer is known. Each step must leave less to do. Throws BudgetExhausted,
 *   ServiceFailure, NodeOperationError; anything else is a fault of this package.
 */
export interface Work {
	kind: Kind;
	messageBoxId: number;
	age(): number | undefined;
	step(): Promise<void>;
}

/**
 * Works off the lines by their urgency, until there is nothing to do or nothing more can be asked for.
 *
 * @param lines among equally urgent lines the first goes first
 * @param onError called with the error that a line has thrown. @returns how much of the poll the error ends
 * @returns the requests that each line has sent, in the order in which they began: `news 101 x1, details 101 x2`
 */
export async function workOff(lines: readonly Work[], requests: Requests, onError: (work: Work, error: unknown) => Ends): Promise<string> {
	const sent = new Map<Work, number>();
	let open = [...lines];
	const close = (work: Work, error: unknown) => {
		const ends = onError(work, error);
		open = open.filter((other) => !isEnded(other, work, ends));
	};
	const hasDetails = () => [...sent.keys()].some(({ kind }) => kind === 'details');
	const mostUrgent = (): Work | undefined => {
		let found: { work: Work; urgency: number } | undefined;
		for (const work of open) {
			try {
				const urgency = (KINDS[work.kind].weight * (work.age() ?? 0)) / (1 + (sent.get(work) ?? 0));
				if (urgency > (found?.urgency ?? 0)) found = { work, urgency };
			} catch (error) {
				close(work, error);
				return mostUrgent();
			}
		}
		return found?.work;
	};
	for (let work = mostUrgent(); work !== undefined; work = mostUrgent()) {
		const before = requests.sent;
		requests.purpose = work.kind === 'details' && !hasDetails() ? 'trigger' : KINDS[work.kind].purpose;
		await work.step().catch((error) => close(work as Work, error));
		if (requests.sent > before) sent.set(work, (sent.get(work) ?? 0) + requests.sent - before);
	}
	return traceOf(sent);
}

function traceOf(sent: ReadonlyMap<Work, number>): string {
	return [...sent].map(([{ kind, messageBoxId }, count]) => `${kind}${messageBoxId === LIST_OF_INBOXES ? '' : ` ${messageBoxId}`} x${count}`).join(', ');
}

function isEnded(other: Work, work: Work, ends: Ends): boolean {
	// A line that has thrown always ends: it might throw again without sending a request, and the loop would not end.
	if (other === work) return true;
	const place = ({ kind }: Work) => PURPOSES.indexOf(KINDS[kind].purpose);
	switch (ends) {
		case 'line':
			return false;
		case 'inbox':
			return other.messageBoxId === work.messageBoxId;
		case 'purpose':
			return place(other) >= place(work);
		case 'time':
			return other.kind !== 'begin';
		case 'poll':
			return true;
	}
}
