import type { IDataObject } from 'n8n-workflow';
import { switchField } from '../../fields/sent';
import { wholeListOf } from '../../transport/client/listCache';
import { LISTS } from '../../transport/client/lists';
import type { PlannedWrite } from '../../transport/client/request';
import type { Validate, Item, Plan, RunConstraintsOf } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { reject } from '../../transport/errors/reject';
import { GAP } from '../../transport/writes/comparison';
import { ifSentNow } from '../deduplicate';
import { type Precondition, type TicketKey, ticketRequest } from '../ticket/requests';
import { isSnoozed, carriedOverReason, preconditionsOfChoice, revivedReason } from '../ticket/write/onHold';
import { needsOwnValues, readOwnValues, rejectTokens, withOwnValues } from '../ticket/write/ownValues';
import { orSkipped } from '../ticket/write/skipped';
import { writeTicket } from '../ticket/write/writeTicket';
import { filledIn, messageIn, rejectOurselves, ticketWith } from './answered';
import { rejectUnseen, skipIfChanged } from './onlyIfUnanswered';
import { repliesOnly, rejectOthers } from './participants';
import { rejectTooMany } from './recipients';
import { orReleased, skipRecipients, skipTicket } from './skipRobots';
import { checkFinalTexts, checkFieldTexts, ticketTextsIn } from './textChecks';
import { checkTexts, withTexts } from './texts';

const NEEDED = { body: 'Body' };

export const checkReply: Validate = async (item) => {
	rejectTokens(item, true);
	await checkFieldTexts(item, async () => await wordsOfTicket(item));
	checkTexts(item, NEEDED);
	rejectUnseen(item);
	if (item.settings.skipRobots === true && item.settings.replyAll === true) {
		reject(item, 'Reply All does not go with Skip Robots', 'An automatic mail goes to one address. Leave out one of the two.');
	}
};

export const allowMultipleRepliesField = switchField(
	'Allow Multiple Replies',
	'allowMultipleReplies',
	'Whether several items may answer one message. Default: an error.',
);

/** Of a ticket its newest message is answered, so that two items of one ticket are about one message. */
export const answeredMessage: RunConstraintsOf = (item) => {
	const { ticket_id: ticket, message_id: message } = item.body;
	// The write of a dry run has no ids.
	if (typeof (message ?? ticket) !== 'number') return [];
	const names = [JSON.stringify([item.values.messageBoxId, message, ticket])];
	if (item.settings.allowMultipleReplies === true) return [{ names }];
	return [
		{
			names,
			reject: (items) =>
				reject(
					item,
					`${items} items of the run answer the same message`,
					'None of them was sent. Leave out what is double, with Remove Duplicates before this node. If the customer is meant to get several mails, add Allow Multiple Replies under Additional Fields.',
				),
		},
	];
};

/** @returns the texts that people wrote in the ticket; empty where it cannot be read, so that the technical text is rejected */
async function wordsOfTicket(item: Item): Promise<string> {
	const { ticket_id: chosen, message_id: answered } = item.body;
	const read = async () => {
		const ticketId = Number(chosen ?? (await ticketWith(item, answered as number)));
		return await item.read(ticketRequest({ messageBoxId: Number(item.values.messageBoxId), ticketId }, ['messages']));
	};
	return await read().then(({ items }) => ticketTextsIn(items[0].json), () => '');
}

/** The fields that a reply takes from its ticket and the message. */
const PRECONDITIONS: Precondition[] = ['messages', 'status_cd', 'pending_reason_id'];

/**
 * The plan of a reply. The document does not say which fields are required, so all are sent: empty fields are filled from
 * the message that is answered, and an empty status from the ticket. If the user chose a message and filled in all fields,
 * the ticket is not read.
 */
export const replyToMessage: Plan = async (item) => {
	const { ticket_id: chosen, ...written } = await withTexts(item, NEEDED);
	const { skipRobots, skipIfAnswered, replyAll, onlyIfUnchanged } = item.settings;
	const hasOwnValues = needsOwnValues(item, written);
	// What the ticket gives may be something else in a Retry, where the customer has written again.
	const like = async () => {
		const gapped = await withTexts({ ...item, ...item.withGaps() }, NEEDED);
		return withOwnValues(item, { ...gapped, ...(replyAll === true && { cc: GAP }) });
	};
	const needsTicket = [skipRobots, skipIfAnswered, replyAll, onlyIfUnchanged].includes(true) || repliesOnly(item);
	if (isComplete(written) && !hasOwnValues && preconditionsOfChoice(item).length === 0 && !needsTicket) {
		await checkFinalTexts(item, written, async () => await wordsOfTicket(item));
		// The reply of a dry run has no answer, so its ticket is looked up.
		const known = item.connection.isDryRun && { ticket_id: await ticketWith(item, written.message_id as number) };
		return (await sendRequest(item, { body: written, like, notes: (row) => ({ ...row, ...usedOf(written, row), ...known }) })).items;
	}
	const messageBoxId = Number(item.values.messageBoxId);
	const ticketId = Number(chosen ?? (await ticketWith(item, written.message_id as number)));
	const key = { messageBoxId, ticketId };
	const needsAccounts = written.to === undefined || written.mail_account_id === undefined || skipRobots === true || replyAll === true;
	const accounts = needsAccounts ? await wholeListOf(item.connection, item.read, LISTS.mailAccounts(messageBoxId)) : [];
	const plan = async (_item: Item, ticket: IDataObject): Promise<PlannedWrite> => {
		if (hasOwnValues) readOwnValues(item, ticket);
		return await planReply(item, key, ticket, withOwnValues(item, written), accounts);
	};
	const reads = () => ({ key, fields: PRECONDITIONS });
	return await orSkipped(key, async () => await orReleased(item, async () => await writeTicket(item, { reads, plan, like })));
};

/** @param given what the fields and the template give @param accounts the mail accounts of the inbox, where they are needed */
async function planReply(
	item: Item,
	key: TicketKey,
	ticket: IDataObject,
	given: IDataObject,
	accounts: readonly IDataObject[],
): Promise<PlannedWrite> {
	const message = messageIn(item, ticket, given);
	skipIfChanged(item, ticket);
	skipTicket(item, ticket, message, given.to);
	const reason = carriedOverReason(given, ticket);
	const isReset = (await isSnoozed(item, key, ticket)) && reason !== undefined;
	const mail: IDataObject = {
		...given,
		message_id: message.message_id,
		...filledIn(item, message, accounts, given),
		status_cd: given.status_cd ?? ticket.status_cd,
		...(reason !== undefined && { pending_reason_id: reason }),
	};
	const hidden = <T>(record: T) => item.hides?.record(record) ?? record;
	const isToAll = item.settings.replyAll === true;
	if (isToAll || item.hides !== undefined) rejectTooMany(item, mail);
	rejectOthers(item, mail, ticket, message);
	skipRecipients(item, mail, accounts);
	if (given.to === undefined) rejectOurselves(item, message, mail.to, accounts);
	// With tokens, since an error cuts texts: what is cut could not be hidden. What tokens stand for is of the ticket, and no mistake.
	await checkFinalTexts(item, hidden(mail), async () => ticketTextsIn(ticket));
	const ofHold = { ...(isReset && { snooze_may_be_reset: true }), ...revivedReason(given, ticket) };
	// The reply of a dry run has no answer, but its ticket is known. n8n may run the node again, which then does not read the ticket.
	const notes = (row: IDataObject) =>
		hidden({
			...row,
			...usedOf(mail, row),
			ticket_id: row.ticket_id ?? key.ticketId,
			...ifSentNow(row, ofHold),
			...(isToAll && { cc: mail.cc ?? null }),
		});
	return { body: mail, notes };
}

/** @returns whether the reply has all fields. With On Hold it also needs a pending reason, since only a read ticket shows its own */
function isComplete({ message_id, to, subject, mail_account_id, status_cd, pending_reason_id }: IDataObject): boolean {
	const isStatusGiven = status_cd !== undefined && (status_cd !== 'ongoing' || pending_reason_id !== undefined);
	return isStatusGiven && [message_id, to, subject, mail_account_id].every((value) => value !== undefined);
}

/** @returns for the output: the values that the reply is sent with */
function usedOf({ message_id, to, subject, mail_account_id, status_cd }: IDataObject, json: IDataObject): IDataObject {
	return { answered_message_id: message_id, to, subject, mail_account_id, ...ifSentNow(json, { status_cd }) };
}
