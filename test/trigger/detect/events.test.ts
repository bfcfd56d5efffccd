import type { TicketComment } from '../../../nodes/SupportInbox/store/tickets';
import { HOUR, MINUTE, SECOND } from '../../../nodes/SupportInbox/store/time';
import { type TicketEvent, newComment, newMessage, oldestFirst, ticketFieldChanged, ticketCreated } from '../../../nodes/SupportInbox/trigger/detect/events';
import { isoOf, message, ticket } from '../samples';

describe('the order of events', () => {
	const of = (ticket_id: number, created: number, updated = created) => ticket({ ticket_id, created, updated });
	const placesOf = (events: TicketEvent[]) => oldestFirst(events).map((event) => events.indexOf(event));

	it('is that of creation, arrival and last change', () => {
		const created = ticketCreated(101, of(1, -10 * MINUTE, 0), [], false);
		const came = newMessage(101, of(2, -HOUR, 0), message(1, -20 * MINUTE));
		const changed = ticketFieldChanged('ticketFieldChanged', 101, of(3, -HOUR, -5 * MINUTE), {}, new Date(0));
		expect(placesOf([changed, created, came])).toEqual([2, 1, 0]);
	});

	it('is by ticket within a moment, and as it was concluded within a ticket', () => {
		const both = (id: number) => [ticketCreated(101, of(id, 0), [], false), newMessage(101, of(id, 0), message(id, 0))];
		expect(placesOf([...both(2), ...both(1)])).toEqual([2, 3, 0, 1]);
	});

	it('has the ticket before everything in it, also before a message that is dated earlier', () => {
		const created = ticketCreated(101, of(2, 0), [], false);
		const dated = message(1, -SECOND, { comments: [] });
		const comment = newComment(101, of(2, 0), { message: dated, comment: { comment_type: 'comment', commented_at: isoOf(-SECOND) } as TicketComment });
		expect(placesOf([created, newMessage(101, of(2, 0), dated), comment, ticketCreated(101, of(1, -500), [], false)])).toEqual([3, 0, 1, 2]);
	});

	it('is that of sending for a draft that was sent, even if that is ahead', () => {
		const sent = newMessage(101, of(1, -HOUR), message(1, -HOUR, { action_cd: 'sent', sent_at: isoOf(99 * HOUR) }));
		const other = newMessage(101, of(2, -HOUR), message(2, -MINUTE));
		expect(placesOf([sent, other])).toEqual([1, 0]);
	});

	it('has what shows no time at its begin', () => {
		const nowhere = { created_at: '', last_updated_at: '' };
		const untold = [ticketCreated(101, { ...ticket(), ...nowhere }, [], false), ticketFieldChanged('ticketFieldChanged', 101, { ...ticket(), ...nowhere }, {}, new Date(0))];
		expect(placesOf([ticketCreated(101, of(2, 0), [], false), ...untold])).toEqual([1, 2, 0]);
	});
});
