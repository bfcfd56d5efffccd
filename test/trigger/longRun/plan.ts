import type { EventName, Settings, Start } from '../../../nodes/SupportInbox/trigger/settings';
import type { Limits } from '../../../nodes/SupportInbox/trigger/memory/limits';
import { LIMITS } from '../../../nodes/SupportInbox/trigger/memory/limits';
import type { SimulatorOptions } from '../../simulator';
import type { Random } from '../../simulator/random';

import { newsPart } from './delays';
import { DAY, HOUR, MINUTE, SECOND } from './units';

/** What a seed decides about one trigger. Times in ms. */
export interface TriggerPlan {
	name: string;
	settings: Settings;
	/** how much the trigger may remember; in some runs so little that it must forget */
	limits: Limits;
	/** how often it polls by day */
	interval: number;
	/** when within its interval */
	offset: number;
	/** how long after the first one it is activated */
	joinsAfter: number;
	/** whether it is deactivated for hours, and activated again */
	comesAndGoes: boolean;
	/** whether inboxes are taken out of its list for some hours */
	changesInboxes: boolean;
	/** whose credential it has: 0 or 1 */
	tenant: number;
}

/** What a seed decides about a run. */
export interface Plan {
	readings: Pick<SimulatorOptions, 'timePrecision' | 'timeOffset' | 'messageCriteria'>;
	/** `last_updated_at` moves with messages and edits; the document does not say so */
	honest: boolean;
	/** how many things happen in a minute of the day, on average, in each tenant */
	bustle: number;
	/** whether there are hours with more than the requests manage */
	hasRushes: boolean;
	/** whether there are imports of more than a hundred tickets in one second */
	hasCrowds: boolean;
	triggers: TriggerPlan[];
	tenants: number;
	days: number;
}

/** When every run begins. */
export const BEGIN = Date.parse('2026-03-02T08:00:00Z');
/** The least that Max Requests per Poll takes (docs/trigger.md). */
export const MIN_REQUESTS = 6;

const INBOXES = [101, 102, 103];
const FEW: Limits = { watched: 100, remembered: 220, bytes: 24_000 };

export function planOf(random: Random): Plan {
	const honest = random.chance(0.75);
	const tenants = random.chance(0.2) ? 2 : 1;
	const count = random.pick([1, 2, 2, 3, 4, 6]);
	// Two of them may poll at the same moment.
	const offset = random.pick([0, random.between(0, 59) * SECOND]);
	const triggers = Array.from({ length: count }, (_, place) => triggerOf(random, { place, honest, tenants, offset }));
	const least = Math.min(...triggers.map(({ settings, interval }) => (newsPart(settings) * MINUTE) / interval));
	return {
		honest,
		tenants,
		triggers,
		// More than so few requests manage would only show that they are too few.
		bustle: Math.min(random.pick([0.3, 0.6, 1]), 0.4 * least),
		hasRushes: triggers.every(({ settings }) => settings.maxRequests === MIN_REQUESTS),
		hasCrowds: least >= 0.5,
		days: daysOf(triggers),
		readings: {
			timePrecision: random.pick(['s', 'ms'] as const),
			timeOffset: random.pick(['Z', '+09:00', '-05:00']),
			messageCriteria: random.pick(['sameMessage', 'anyMessage'] as const),
		},
	};
}

/** As long as a seed's polls take hardly more time than another's: two days, or less of many triggers. */
function daysOf(triggers: TriggerPlan[]): number {
	const pollsADay = triggers.reduce((sum, { interval }) => sum + (10 * HOUR + (14 * HOUR) / 5) / interval, 0);
	return Math.min(2, Math.max(0.75, 1_000 / pollsADay));
}

function triggerOf(random: Random, run: { place: number; honest: boolean; tenants: number; offset: number }): TriggerPlan {
	const limits = random.chance(0.25) ? FEW : LIMITS;
	// What is forgotten sooner than it can be read is lost; of 10,000 tickets that is no matter, of so few it would be.
	const maxRequests = random.pick(limits === FEW ? [40, 55] : [MIN_REQUESTS, 8, 12, 20, 40]);
	// Without a hint nothing tells when the last message of a forgotten ticket came, if it had an open draft as well.
	const states = limits === FEW && !run.honest ? [['received'], []] : [['received'], ['received', 'sent'], []];
	const isSlow = limits !== FEW && maxRequests >= 20;
	return {
		name: String.fromCharCode(65 + run.place),
		limits,
		interval: random.pick(isSlow ? [1, 2, 3, 5, 15] : [1, 2, 3]) * MINUTE,
		offset: random.chance(0.6) ? run.offset : random.between(0, 59) * SECOND,
		joinsAfter: run.place === 0 || random.chance(0.5) ? 0 : random.between(1, 10) * HOUR,
		comesAndGoes: random.chance(0.3),
		changesInboxes: random.chance(0.3),
		tenant: run.place % run.tenants,
		settings: {
			inboxes: random.chance(0.7) ? INBOXES : random.pick([[101], [102, 103]]),
			events: eventsOf(random),
			fields: [],
			messages: { methodCds: [], actionCds: random.pick(states) },
			start: startOf(random),
			filters: {
				statusCds: random.chance(0.3) ? ['open', 'ongoing'] : [],
				assignee: undefined,
				labelIds: [],
				methodCds: random.chance(0.15) ? ['mail'] : [],
				hasAttachments: random.chance(0.05) ? true : undefined,
			},
			includeMessages: random.chance(0.5),
			addNames: random.chance(0.25),
			lookBack: random.pick([2, 6, 12, 24]) * HOUR,
			maxRequests,
		},
	};
}

function eventsOf(random: Random): EventName[] {
	return random.pick<EventName[]>([
		['ticketCreated', 'newMessage', 'ticketChanged'],
		['ticketCreated', 'newMessage', 'ticketChanged'],
		['ticketCreated'],
		['ticketCreated', 'newMessage'],
		['ticketCreated', 'ticketChanged'],
		['newMessage', 'ticketChanged'],
	]);
}

function startOf(random: Random): Start {
	const dice = random.next();
	if (dice < 0.6) return { mode: 'now' };
	if (dice < 0.8) return { mode: 'newest', count: random.pick([3, 20, 70]) };
	return { mode: 'sinceDate', at: BEGIN - random.between(2, 72) * HOUR };
}

export const lengthOf = ({ days }: Plan) => days * DAY;
/** Whether the trigger has room for all tickets of a run. */
export const remembersAll = ({ limits }: TriggerPlan) => limits === LIMITS;
