import { Random } from '../simulator/random';
import type { TriggerEvent } from './longRun/events';
import { Failures } from './longRun/failures';
import type { Ending, PollResult } from './longRun/host';
import { BEGIN, planOf } from './longRun/plan';
import { longRun, type RunOptions } from './longRun/run';
import { HOUR, MINUTE } from './longRun/units';

/** How the requests of each poll ended, a minute apart; the last one failed. */
it.each<[string, Ending[][]]>([
	['that had read something', [['answered', 'limited']]],
	['at the rate limit before five minutes', [['limited'], ['limited'], [], []]],
	['of a service that was away once', [['away']]],
	['of a service that answered in between', [['away'], ['away'], ['answered'], ['away']]],
])('the long run takes a failed poll for needless %s', (_, polls) => {
	const failures = new Failures(BEGIN);
	const faults = polls.map((endings, place) => {
		const begun = BEGIN + (place + 1) * MINUTE;
		return failures.judge({ events: [], failed: place === polls.length - 1, endings, isTooLate: false, begun, ended: begun });
	});
	expect(faults.at(-1)).not.toBeNull();
});

it('sixty seeds plan one to six triggers, each way in which n8n saves, and each reading of the service', () => {
	const plans = Array.from({ length: 60 }, (_, place) => planOf(new Random(place + 1)));
	const each = (values: unknown[]) => [...new Set(values)].sort();
	const triggers = plans.flatMap((plan) => plan.triggers);
	expect(each(plans.map((plan) => plan.triggers.length))).toEqual([1, 2, 3, 4, 6]);
	expect(each(plans.map(({ readings }) => readings.lastUpdatedMoves))).toEqual(['edits', 'messages', 'messagesAndEdits', 'never']);
	expect(each(triggers.map(({ saves }) => saves))).toEqual(['always', 'scheduler', 'whenGiven']);
	expect(each(plans.map(({ readings }) => `${readings.lastUpdatedByComments} ${readings.emptyComments}`))).toHaveLength(4);
	const commented = triggers.filter(({ settings, choosesCommentsAt }) => settings.events.includes('newComment') || choosesCommentsAt < Infinity);
	expect(each(commented.map(({ settings, choosesCommentsAt }) => `${settings.events.length === 1} ${choosesCommentsAt < Infinity}`))).toEqual(['false false', 'false true', 'true false', 'true true']);
	expect(each(commented.map(({ settings: { comments, ignoreOwn } }) => `${comments.types.length > 0} ${comments.commentAuthors.length > 0} ${ignoreOwn}`))).toHaveLength(8);
	expect(each(triggers.map(({ settings }) => settings.start.mode))).toEqual(['date', 'latestTickets', 'now']);
	expect(each(triggers.flatMap(({ comesAndGoes, changesInboxes }) => [comesAndGoes && 'comes', changesInboxes && 'changes']))).toEqual(['changes', 'comes', false]);
});

/** What the ledger must notice in a run whose events are spoiled; that it finds nothing where all is well is what each seed shows. */
describe('a short long run', () => {
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
		['is green', undefined, []],
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
	])('%s', async (_, spoil, expected) => {
		const run = await longRun(652, { length: 3 * HOUR, spoil });
		expect(run.events).toBeGreaterThan(50);
		if (expected.length === 0) expect(run.faults).toEqual([]);
		for (const fault of expected) expect(run.faults).toContainEqual(expect.stringMatching(fault));
	});
});
