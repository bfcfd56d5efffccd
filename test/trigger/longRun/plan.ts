import type { EventName, Settings } from '../../../nodes/SupportInbox/trigger/settings';
import { HOUR } from '../../../nodes/SupportInbox/trigger/time';
import type { SimulatorOptions } from '../../simulator';
import type { Random } from '../../simulator/random';

/** What a seed decides about a run. */
export interface Plan {
	settings: Settings;
	readings: Pick<SimulatorOptions, 'timePrecision' | 'timeOffset'>;
	/** `last_updated_at` moves with messages and edits; the document does not say so */
	honest: boolean;
	/** how often something happens between two polls */
	bustle: number;
	/** whether an inbox is taken out for some hours */
	changesInboxes: boolean;
}

const INBOXES = [101, 102, 103];

export function planOf(random: Random): Plan {
	const honest = random.chance(0.8);
	const lookBack = random.pick([6, 12, 24]) * HOUR;
	return {
		honest,
		bustle: random.pick([0.5, 1, 1.5]),
		changesInboxes: honest && random.chance(0.25),
		readings: {
			timePrecision: random.pick(['s', 'ms'] as const),
			timeOffset: random.pick(['Z', '+09:00', '-05:00']),
		},
		settings: {
			inboxes: INBOXES,
			events: eventsOf(random),
			fields: [],
			messages: { methodCds: [], actionCds: random.pick([['received'], ['received', 'sent'], []]) },
			start: { mode: 'now' },
			filters: {
				statusCds: random.chance(0.3) ? ['open', 'ongoing'] : [],
				assignee: undefined,
				labelIds: [],
				methodCds: random.chance(0.15) ? ['mail'] : [],
				hasAttachments: undefined,
			},
			includeMessages: random.chance(0.5),
			addNames: false,
			lookBack,
			// Without the hint every ticket is read again from time to time, which a small number does not manage in time.
			maxRequests: random.pick(honest ? [8, 12, 20, 40] : [20, 40]),
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
