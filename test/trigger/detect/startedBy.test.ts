/** Whose message a new ticket begins with (docs/trigger.md, Started By). */
import { MINUTE } from '../../../nodes/SupportInbox/store/time';
import { detect } from '../../../nodes/SupportInbox/trigger/detect/detect';
import { needsDetails } from '../../../nodes/SupportInbox/trigger/detect/needsDetails';
import { type Beginner, BEGINNERS } from '../../../nodes/SupportInbox/trigger/properties/settings';
import { details, FRESH, inbox, message, NOW, row, seen, settings } from '../samples';

/** Which choice emits a new ticket with these messages. */
function beginners(...messages: Array<ReturnType<typeof message>>): Beginner[] {
	return BEGINNERS.filter((kind) => {
		return detect(seen(row(FRESH)), details(FRESH, messages), inbox({ messagesSince: null }), 101, settings({ events: ['ticketCreated'], startedBy: [kind] })).events.length === 1;
	});
}

it.each<[string, Array<ReturnType<typeof message>>, Beginner]>([
	['a message of the customer', [message(1, 0)], 'customer'],
	['no message', [], 'customer'],
	['a state that is not known', [message(1, 0, { action_cd: 'other' as never })], 'customer'],
	['a handling memo', [message(1, 0, { method_cd: 'record' })], 'memo'],
	['a memo of a call that we made', [message(1, 0, { method_cd: 'call', action_cd: 'sent' })], 'memo'],
	['a mail of ours', [message(1, 0, { action_cd: 'sent' })], 'outgoingEmail'],
	['the earliest counts, whatever the order', [message(1, 0), message(2, -MINUTE, { action_cd: 'sent' })], 'outgoingEmail'],
	['within a second the lowest id', [message(2, 0), message(1, 0, { action_cd: 'sent' })], 'outgoingEmail'],
])('%s', (_what, messages, beginner) => {
	expect(beginners(...messages)).toEqual([beginner]);
});

it('all three need no messages; fewer do', () => {
	const need = (startedBy: readonly Beginner[]) => needsDetails(seen(row(FRESH)), inbox({ messagesSince: null }), settings({ events: ['ticketCreated'], startedBy }));
	expect(need(BEGINNERS)).toBeNull();
	for (const left of BEGINNERS) expect(need(BEGINNERS.filter((kind) => kind !== left))).toEqual({ detailsFrom: NOW, rank: 0 });
});
