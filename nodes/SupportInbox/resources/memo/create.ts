import type { IDataObject } from 'n8n-workflow';
import { additionalFieldsOf } from '../../fields/collections';
import { inOneLine } from '../../fields/rules';
import { neverEmpty } from '../../fields/sent';
import { inboxField } from '../../fields/shared/locators';
import { withInbox } from '../../output/inbox';
import type { PlannedWrite } from '../../transport/client/request';
import type { Item, Plan, RequestChange } from '../../transport/engine/item';
import { ifSentNow, deduplicateField } from '../deduplicate';
import type { Operation } from '../operation';
import { hidePersonalDataField } from '../ticket/output/hidePersonalData';
import type { Precondition } from '../ticket/requests';
import { hasPendingReason, isSnoozed, preconditionsOfChoice, ifSnoozedField } from '../ticket/write/onHold';
import { needsOwnValues, readOwnValues, rejectTokens, withOwnValues } from '../ticket/write/ownValues';
import { orSkipped } from '../ticket/write/skipped';
import { type TicketRead, writeTicket } from '../ticket/write/writeTicket';
import { bodyTextField, customerEmailField, furtherFields, memoTicketField, statusField, subjectField } from './fields';
import { handled, memoRequest } from './memo';

/**
 * The plan of a memo in a ticket that exists. A service that takes an omitted status for "closed" would close the ticket
 * (API document, Handling memo create), so the ticket's own status is sent along, and its title where the memo has no subject.
 * One read gets them for several items. If the user set both, the ticket is not read, unless the status is On Hold: a memo has
 * no field for the pending reason of the ticket, so the output says that it may be lost.
 */
const intoTicket: Plan = async (item) => {
	const like = () => withOwnValues(item, item.withGaps().body);
	const write = async (stamp: RequestChange['stamp']) => await writeTicket(item, { reads, plan, stamp, like });
	return await orSkipped(reads(item).key, async () => await handled(item, write));
};

async function plan(item: Item, ticket: IDataObject): Promise<PlannedWrite> {
	if (needsOwnValues(item, item.body)) readOwnValues(item, ticket);
	const memo = withOwnValues(item, item.body);
	const { key } = reads(item);
	const isReset = await isSnoozed(item, key, ticket);
	const staysOnHold = hasPendingReason(ticket) && (memo.status_cd ?? ticket.status_cd) === 'ongoing';
	const lost = staysOnHold ? { pending_reason_may_be_reset: true, ...(isReset && { snooze_may_be_reset: true }) } : {};
	// A ticket may have no title, and a text has several lines.
	const [title, text] = [ticket.title, memo.body].map((one) => inOneLine(String(one ?? '')));
	// The memo of a dry run has no answer, but its ticket is known.
	const notes = (row: IDataObject) => ({ ...row, ticket_id: key.ticketId, ...ifSentNow(row, lost) });
	return { body: { subject: title || text, status_cd: ticket.status_cd, ...memo }, notes };
}

function reads(item: Item): TicketRead {
	const { values, body } = item;
	const ofTokens = needsOwnValues(item, body) ? (['title', 'messages'] as const) : [];
	return {
		key: { messageBoxId: Number(values.messageBoxId), ticketId: Number(body.ticket_id) },
		fields: [...missingIn(body), ...preconditionsOfChoice(item), ...ofTokens],
	};
}

function missingIn({ status_cd, subject }: IDataObject): Precondition[] {
	return [
		...(status_cd === undefined || status_cd === 'ongoing' ? (['status_cd', 'pending_reason_id'] as const) : []),
		...(subject === undefined ? (['title'] as const) : []),
	];
}

/** API document, Handling memo create, with a ticket. The body is required, because an empty memo makes no sense. */
export const create: Operation = {
	...memoRequest,
	name: 'Create',
	value: 'create',
	action: 'Add memo (internal note) to ticket',
	description: 'Write down a call, visit or note in a ticket that exists, and return the IDs of message and ticket',
	validate: (item) => rejectTokens(item, true),
	plan: intoTicket,
	after: withInbox,
	fields: [
		inboxField,
		memoTicketField,
		{ ...bodyTextField, name: 'memoBody', required: true },
		additionalFieldsOf('createMemoFields', [
			customerEmailField,
			hidePersonalDataField('Whether the output shows tokens. It does anyway if your text has a token.'),
			...furtherFields,
			deduplicateField('a ticket gets an equal memo (subject, text, customer)'),
			statusField,
			neverEmpty(subjectField),
			ifSnoozedField,
		]),
	],
};
