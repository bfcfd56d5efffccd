import type { EventName, Settings, Start } from '../../../nodes/SupportInbox/trigger/settings';
import { MIN_REQUESTS } from '../../../nodes/SupportInbox/trigger/view/shares';
import type { Limits } from '../../../nodes/SupportInbox/trigger/memory/limits';
import { LIMITS } from '../../../nodes/SupportInbox/trigger/memory/limits';
import { HOUR } from '../../../nodes/SupportInbox/trigger/time';
import type { SimulatorOptions } from '../../simulator';
import type { Random } from '../../simulator/random';

/** What a seed decides about a run. */
export interface Plan {
	settings: Settings;
	readings: Pick<SimulatorOptions, 'timePrecision' | 'timeOffset' | 'messageCriteria'>;
	/** `last_updated_at` moves with messages and edits; the document does not say so */
	honest: boolean;
	/** how much happens between two polls of the day, on average */
	bustle: number;
	/** whether there are hours with more than the requests manage */
	hasRushes: boolean;
	/** whether inboxes are taken out for some hours */
	changesInboxes: boolean;
	/** how much the trigger may remember; in some runs so little that it must forget */
	limits: Limits;
}

/** When every run begins. */
export const BEGIN = Date.parse('2026-03-02T08:00:00Z');

const INBOXES = [101, 102, 103];
const FEW: Limits = { watched: 100, remembered: 220, bytes: 24_000 };

export function planOf(random: Random): Plan {
	const limits = random.chance(0.25) ? FEW : LIMITS;
	// What is forgotten sooner than it can be read is lost; of 10,000 tickets that is no matter, of so few it would be.
	const maxRequests = random.pick(limits === FEW ? [40, 55] : [MIN_REQUESTS, 8, 12, 20, 40]);
	const honest = random.chance(0.75);
	// Without a hint nothing tells when the last message of a forgotten ticket came, if it had an open draft as well.
	const states = limits === FEW && !honest ? [['received'], []] : [['received'], ['received', 'sent'], []];
	return {
		honest,
		// More than so few requests manage would only show that they are too few.
		bustle: random.pick(limits === FEW || maxRequests < 12 ? [0.4, 0.8] : [1, 2, 3]),
		hasRushes: maxRequests === MIN_REQUESTS,
		changesInboxes: random.chance(0.3),
		limits,
		readings: {
			timePrecision: random.pick(['s', 'ms'] as const),
			timeOffset: random.pick(['Z', '+09:00', '-05:00']),
			messageCriteria: random.pick(['sameMessage', 'anyMessage'] as const),
		},
		settings: {
			inboxes: INBOXES,
			events: eventsOf(random),
			fields: [],
			messages: { methodCds: [], actionCds: random.pick(states) },
			start: startOf(random),
			filters: {
				statusCds: random.chance(0.3) ? ['open', 'ongoing'] : [],
				assignee: undefined,
				labelIds: [],
				methodCds: random.chance(0.15) ? ['mail'] : [],
				hasAttachments: undefined,
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
