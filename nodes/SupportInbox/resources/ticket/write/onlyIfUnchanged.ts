import type { IDataObject } from 'n8n-workflow';
import { isBlank, listOf } from '../../../fields/rules';
import { type Field, switchField } from '../../../fields/sent';
import { changesOfOthers } from '../../../store/ownWrites';
import { differences, snapshotOf } from '../../../store/snapshot';
import { Store } from '../../../store/store';
import { type TicketSummary, describedField, WATCHED, type WatchedField } from '../../../store/ticketFields';
import type { Item } from '../../../transport/engine/item';
import { reject } from '../../../transport/errors/reject';
import type { TicketKey } from '../requests';
import { skip } from './skipped';

/** The switch, whose value must be known: "off" would overwrite what somebody else has done. */
export function onlyIfUnchangedField(description: string): Field {
	return switchField('Only If Unchanged', 'onlyIfUnchanged', description);
}

/** @returns the fields of a ticket that the input item has, if the user wants them compared */
export function fieldsToCompare(item: Item): WatchedField[] {
	return item.settings.onlyIfUnchanged === true ? WATCHED.filter((field) => field in item.context.getInputData().json) : [];
}

/**
 * Rejects an item of another inbox, which may have a ticket or message of the same number.
 *
 * @throws NodeOperationError
 */
export function rejectOfOtherInbox(item: Item): void {
	const { messageBoxId } = item.values;
	const { message_box_id: ofItem = messageBoxId } = item.context.getInputData().json;
	if (String(ofItem) === String(messageBoxId)) return;
	reject(
		item,
		`Only If Unchanged: the item is of inbox ${String(ofItem)}, not of inbox ${String(messageBoxId)}`,
		'Use it behind a node that returns this ticket, and choose the Inbox by {{ $json.message_box_id }}.',
	);
}

/**
 * Rejects an item that has nothing to compare, or the values of another ticket: its update would not be held back.
 *
 * @throws NodeOperationError
 */
export function rejectIncomparable(item: Item, ticketId: unknown): void {
	if (item.settings.onlyIfUnchanged !== true) return;
	rejectOfOtherInbox(item);
	const { ticket_id: ofItem = ticketId } = item.context.getInputData().json;
	if (String(ofItem) !== String(ticketId)) {
		reject(
			item,
			`Only If Unchanged: the item has the values of ticket ${String(ofItem)}, not of ticket ${String(ticketId)}`,
			'Use it behind a node that returns this ticket.',
		);
	}
	if (fieldsToCompare(item).length > 0) return;
	reject(
		item,
		'Only If Unchanged: the item has no value of the ticket to compare',
		`Use it behind a trigger or a node that returns the ticket, with fields such as ${WATCHED.slice(1, 4).join(', ')}.`,
	);
}

/**
 * Skips the update of a ticket in which somebody has changed a value that the item has. Values are compared, never times. What
 * this execution has written itself is no change by somebody else.
 *
 * @param ticket as it was read for the update
 * @throws Skipped, with each changed value as it was and as it is
 */
export function skipIfChanged(item: Item, { messageBoxId, ticketId }: TicketKey, ticket: IDataObject): void {
	const fields = fieldsToCompare(item);
	if (fields.length === 0) return;
	const compared = (of: IDataObject) =>
		snapshotOf(Object.fromEntries(fields.map((field) => [field, valueOf(field, of)])) as unknown as TicketSummary);
	const [before, now] = [compared(item.context.getInputData().json), compared(ticket)];
	const own = item.connection.session.of(Store).of(messageBoxId).writes.ofExecution(ticketId, item.context.getExecutionId());
	const theirs = changesOfOthers(before, now, own, fields);
	const changes = theirs && differences(before, now, Object.keys(theirs) as WatchedField[]);
	if (changes === null) return;
	const names = Object.keys(changes).map((field) => describedField(field as WatchedField).watched);
	skip(`The ticket has changed since: ${names.join(', ')}`, { changes: changes as IDataObject });
}

/** Sheets and CSV files have a list of ids as text, one id as a number, and a title of digits as a number. */
function valueOf(field: WatchedField, of: IDataObject): unknown {
	const value = of[field];
	if (isBlank(value)) return null;
	const { type } = describedField(field);
	if (type === 'ids') return listOf(value).map(Number);
	return type === 'idOrNone' ? Number(value) : String(value);
}
