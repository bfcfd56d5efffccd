import type { EventName, Settings, Start } from '../../../nodes/SupportInbox/trigger/properties/settings';
import type { SimulatorOptions } from '../../simulator';
import type { Random } from '../../simulator/random';
import { SETTINGS } from '../scene';
import { DAY, HOUR, MINUTE, SECOND } from './units';

/** What a seed decides about one trigger. Times in ms. */
export interface TriggerPlan {
	name: string;
	settings: Settings;
	/** how often it polls by day, and when within that time */
	interval: number;
	offset: number;
	/** when it is activated */
	joinsAt: number;
	/** whether it is deactivated for hours, and activated again */
	comesAndGoes: boolean;
	/** when New Comment is chosen beside its events (ms) */
	choosesCommentsAt: number;
	/** whether inboxes are taken out of its list for some hours */
	changesInboxes: boolean;
	/** when n8n saves its memory: when it gives something, with each poll (durable), or as by default while each poll begins from what was saved */
	saves: 'whenGiven' | 'always' | 'scheduler';
}

/** What a seed decides about a run. */
export interface Plan {
	readings: Pick<SimulatorOptions, 'timePrecision' | 'timeOffset' | 'messageCriteria' | 'emptyComments'> & Required<Pick<SimulatorOptions, 'lastUpdatedMoves' | 'lastUpdatedByComments'>>;
	inboxes: number[];
	/** how many things happen in a minute of the day, on average */
	bustle: number;
	/** whether there are imports of more than a hundred tickets in one second */
	hasImports: boolean;
	triggers: TriggerPlan[];
	/** ms */
	length: number;
}

/** When every run begins. */
export const BEGIN = Date.parse('2026-03-02T08:00:00Z');

const ALL: EventName[] = ['ticketCreated', 'newMessage', 'ticketFieldChanged'];
const UNANSWERED: EventName[] = ['ticketUnanswered'];
const COMMENTS: EventName[] = ['newComment'];
const EVENTS: EventName[][] = [ALL, ALL, ['ticketUnanswered'], ['ticketCreated'], ['ticketCreated', 'newMessage'], ['ticketCreated', 'ticketFieldChanged'], ['newMessage', 'ticketFieldChanged'], COMMENTS];

/** @param random of a seed @returns what happens in its run, the same for the same seed */
export function planOf(random: Random): Plan {
	const isLarge = random.chance(0.1);
	const inboxes = Array.from({ length: isLarge ? 25 : 3 }, (_, place) => 101 + place);
	// Two of them may poll at the same moment.
	const offset = random.pick([0, random.between(0, 59) * SECOND]);
	const count = random.pick([1, 2, 2, 3, 4, 6]);
	const triggers = Array.from({ length: count }, (_, place) => triggerOf(random, { place, inboxes, offset }));
	// What the slowest of them may read a minute: more than so few requests manage would only show that they are too few.
	const least = Math.min(...triggers.map(({ settings, interval }) => ((settings.maxRequests ?? 20) * MINUTE) / interval)) / 2;
	const pollsADay = triggers.reduce((sum, { interval }) => sum + (0.5 * DAY) / interval, 0);
	return {
		inboxes,
		triggers,
		bustle: Math.min(random.pick([0.3, 0.6, 1]), 0.3 * least),
		hasImports: least >= 2,
		// Two days, or less of many triggers, so that no seed takes much more time than another.
		length: Math.min(2, Math.max(0.75, 1_000 / pollsADay)) * DAY,
		readings: {
			timePrecision: random.pick(['s', 'ms'] as const),
			timeOffset: random.pick(['Z', '+09:00', '-05:00']),
			messageCriteria: random.pick(['sameMessage', 'anyMessage'] as const),
			emptyComments: random.pick(['written', 'leftOut'] as const),
			lastUpdatedByComments: random.pick(['moves', 'stays'] as const),
			lastUpdatedMoves: random.pick(['messagesAndEdits', 'messagesAndEdits', 'messages', 'edits', 'never'] as const),
		},
	};
}

function triggerOf(random: Random, run: { place: number; inboxes: number[]; offset: number }): TriggerPlan {
	const maxRequests = run.inboxes.length > 3 ? undefined : random.pick([undefined, undefined, 6, 8, 12, 20, 40]);
	const [first, ...others] = run.inboxes;
	// Each reminder costs a request: where a poll has few, or many inboxes, they would only show that they are too few.
	const again = run.inboxes.length <= 3 && (maxRequests ?? 20) >= 20 && random.chance(0.5) ? { again: random.pick([4, 6]) * HOUR } : {};
	const events = [...new Set([...random.pick(EVENTS), ...(random.chance(0.4) ? UNANSWERED : []), ...(random.chance(0.4) ? COMMENTS : [])])];
	const joinsAt = BEGIN + (run.place === 0 || random.chance(0.5) ? 0 : random.between(1, 10) * HOUR);
	return {
		name: String.fromCharCode(65 + run.place),
		interval: random.pick(maxRequests === undefined || maxRequests >= 20 ? [1, 2, 3, 5, 15] : [1, 2, 3]) * MINUTE,
		offset: random.chance(0.6) ? run.offset : random.between(0, 59) * SECOND,
		joinsAt,
		choosesCommentsAt: events.includes('newComment') || random.chance(0.6) ? Infinity : joinsAt + random.between(1, 20) * HOUR,
		comesAndGoes: random.chance(0.3),
		changesInboxes: random.chance(0.3),
		saves: random.pick(['whenGiven', 'whenGiven', 'always', 'scheduler'] as const),
		settings: {
			...SETTINGS,
			inboxes: random.chance(0.7) ? run.inboxes : random.pick([[first], others]),
			events,
			// What own writes change of tickets is not followed here, only the comments that they leave.
			ignoreOwn: random.chance(0.5) || events.includes('ticketFieldChanged') ? SETTINGS.ignoreOwn : 'allWorkflows',
			comments: { types: random.pick([[], [], ['request', 'assign', 'snooze']]), commentAuthors: random.pick([[], [], [], ['aiko', 'api']]) },
			unanswered: { first: random.pick([10 * MINUTE, HOUR, 4 * HOUR]), ...again },
			messages: { methodCds: [], actionCds: random.pick([['received'], ['received', 'sent'], []]) },
			start: random.pick<Start>([
				{ mode: 'now' },
				{ mode: 'now' },
				{ mode: 'latestTickets', count: random.pick([3, 30, 70]) },
				{ mode: 'date', at: BEGIN - random.between(2, 72) * HOUR },
			]),
			filters: { ...SETTINGS.filters, statusCds: random.chance(0.3) ? ['open', 'ongoing'] : [], methodCds: random.chance(0.15) ? ['mail'] : [] },
			includeMessages: random.chance(0.5),
			includeOtherTickets: true,
			lookback: random.pick([2, 6, 12, 24]) * HOUR,
			maxRequests,
		} as Settings,
	};
}
