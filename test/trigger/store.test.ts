import type { TriggerEvent } from './longRun/events';
import { longRun, type RunOptions } from './longRun/run';
import { HOUR } from './longRun/units';

type Spoil = NonNullable<RunOptions['spoil']>;

/** What the ledger must notice in a run whose events are spoiled; that it finds nothing where all is well is what each seed shows. */
let count = 0;
let kept: TriggerEvent[] = [];

/** @returns what changes the events of each poll */
const events = (change: (events: TriggerEvent[]) => TriggerEvent[]): Spoil => (result) => ({ ...result, events: change(result.events) });

/** @returns what changes each event of a kind */
const each = (kind: string, change: (event: TriggerEvent) => Partial<TriggerEvent>): Spoil =>
	events((all) => all.map((event) => (event.event === kind ? { ...event, ...change(event) } : event)));

/** Every second wait begins an hour later. */
const later = ({ waiting_since: since }: TriggerEvent) => ({ waiting_since: ++count % 2 ? since : new Date(Date.parse(since!) + HOUR).toISOString() });
const others = ({ other_tickets }: TriggerEvent) => (++count % 2 === 0 ? other_tickets?.slice(1) : [...(other_tickets ?? []), { ticket_id: -1 }]);

/** Several spoils in one run, since each run costs as much as a poll of many hours. */
it.each<[string, RegExp[], Spoil[]]>([
	[
		'loses waits and two of three events, emits the others five polls late, and fails though it has read something',
		[/lost: ticket/, /lost: message/, /lost: change/, /lost: comment/, /lost wait/, /stale/, /needless/],
		[
			events((all) => all.filter(({ event }) => ++count % 3 === 0 && event !== 'ticketUnanswered')),
			events((all) => (kept = [...kept, ...all], ++count % 5 > 0 ? [] : kept.splice(0))),
			(result) => ({ ...result, failed: result.failed || count % 10 === 0 }),
		],
	],
	[
		'emits waits later, messages that nobody has written, tickets that do not fit, other tickets of somebody else, and all of it twice in another order',
		[
			/nobody waits/, /too early/, /not new: newMessage/, /does not fit the filters/, /missing pair/, /false pair/,
			/doubled: ticketCreated/, /doubled: newMessage/, /doubled or lost/, /doubled: newComment/, /doubled wait/, /out of order, a message/,
		],
		[
			each('ticketUnanswered', later),
			each('newMessage', ({ message }) => ({ message: { ...message!, message_id: -1 } })),
			each('ticketCreated', () => ({ status_cd: 'spam' })),
			events((all) => all.map((event) => ({ ...event, other_tickets: others(event) }))),
			events((all) => [...all].reverse().flatMap((event) => [event, event])),
		],
	],
])('a short long run is red where a trigger %s', async (_, expected, spoils) => {
	const run = await longRun(652, { length: 3 * HOUR, spoil: (result) => spoils.reduce((spoiled, spoil) => spoil(spoiled), result) });
	for (const fault of expected) expect(run.faults).toContainEqual(expect.stringMatching(fault));
});
