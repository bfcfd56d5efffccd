import type { TriggerEvent } from './longRun/events';
import type { PollResult } from './longRun/host';
import { longRun, type RunOptions } from './longRun/run';
import { HOUR } from './longRun/units';

/** What the ledger must notice in a run whose events are spoiled; that it finds nothing where all is well is what each seed shows. */
let polls = 0;
let kept: TriggerEvent[] = [];

/** @returns what changes the events of each poll */
const events = (change: (events: TriggerEvent[]) => TriggerEvent[]) => (result: PollResult) => ({ ...result, events: change(result.events) });

/** @returns what changes the events of a kind */
const each = (kind: string, change: (event: TriggerEvent) => Partial<TriggerEvent>) => events((all) => all.map((event) => (event.event === kind ? { ...event, ...change(event) } : event)));
const later = ({ waiting_since }: TriggerEvent) => ({ waiting_since: new Date(Date.parse(waiting_since!) + HOUR).toISOString() });

const others = ({ other_tickets }: TriggerEvent) => (++polls % 2 === 0 ? other_tickets?.slice(1) : [...(other_tickets ?? []), { ticket_id: -1 }]);

/** Several spoils in one run, since each run costs as much as a poll of many hours. */
const together = (...spoils: Array<NonNullable<RunOptions['spoil']>>) => (result: PollResult) => spoils.reduce((spoiled, spoil) => spoil(spoiled), result);

it.each<[string, RunOptions['spoil'], RegExp[]]>([
	[
		'is red where waits and two of three events are dropped',
		events((all) => all.filter(({ event }) => ++polls % 3 === 0 && event !== 'ticketUnanswered')),
		[/lost: ticket/, /lost: message/, /lost: change/, /lost: comment/, /lost wait/],
	],
	[
		'is red where events come twice, and a poll gives them in another order',
		events((all) => [...all].reverse().flatMap((event) => [event, event])),
		[/doubled: ticketCreated/, /doubled: newMessage/, /doubled or lost/, /doubled: newComment/, /doubled wait/, /out of order, a message/],
	],
	[
		'is red where events come 25 polls late, and polls fail that read something',
		together(events((all) => (kept = [...kept, ...all], ++polls % 25 > 0 ? [] : kept.splice(0))), (result) => ({ ...result, failed: result.failed || polls % 10 === 0 })),
		[/stale/, /needless/],
	],
	[
		'is red where waits begin later, messages come that nobody has written, tickets that do not fit, and other tickets of somebody else, or none',
		together(
			each('ticketUnanswered', later),
			each('newMessage', ({ message }) => ({ message: { ...message!, message_id: -1 } })),
			each('ticketCreated', () => ({ status_cd: 'spam' })),
			events((all) => all.map((event) => ({ ...event, other_tickets: others(event) }))),
		),
		[/nobody waits/, /too early/, /not new: newMessage/, /does not fit the filters/, /missing pair/, /false pair/],
	],
])('a short long run %s', async (_, spoil, expected) => {
	const run = await longRun(652, { length: 3 * HOUR, spoil });
	for (const fault of expected) expect(run.faults).toContainEqual(expect.stringMatching(fault));
});
