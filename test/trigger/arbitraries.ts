import * as fc from 'fast-check';

import type { TicketMemory } from '../../nodes/SupportInbox/trigger/memory/model';

const time = fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => seconds * 1_000);
const anyTime = fc.oneof(time, fc.integer({ min: 0, max: 2_000_000_000_000 }));
const ids = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 5 });
const title = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(',;%', "'", '#', '%2c', ',,,'));

/** Whatever a trigger may remember of a ticket. */
export const ticketMemory: fc.Arbitrary<TicketMemory> = fc.record({
	created: anyTime,
	updated: anyTime,
	settled: fc.boolean(),
	snapshot: fc.option(
		fc.record({
			status_cd: fc.constantFrom('open', 'closed', 'a new one'),
			assignee: fc.option(fc.string()),
			color_cd: fc.option(fc.constantFrom('red', 'blue')),
			label_ids: ids,
			case_category_ids: ids,
			pending_reason_id: fc.option(fc.nat()),
			title: fc.oneof(title, fc.record({ titleHash: fc.stringMatching(/^[\w-]{6}$/) })),
		}),
	),
	messages: fc.option(
		fc.record({ from: anyTime, readAt: anyTime, done: ids, latestFutureSentAt: fc.option(anyTime) }),
	),
});
