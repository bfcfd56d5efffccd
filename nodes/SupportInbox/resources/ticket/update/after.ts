import type { IDataObject } from 'n8n-workflow';
import { filled, oneOf } from '../../../fields/rules';
import { settingField, shownFor, storedAs } from '../../../fields/sent';
import { formFields } from '../../../fields/shared/simplify';
import { withNames } from '../../../output/names';
import { pick } from '../../../output/pick';
import type { After, Item } from '../../../transport/engine/item';
import { ServiceFailure } from '../../../transport/errors/failure';
import { reject } from '../../../transport/errors/reject';
import { CHECK_AFTER_MS } from '../../../transport/timing';
import { includeNamesField } from '../output/fields';
import { SUMMARY, summaryOf } from '../output/summary';
import { ticketKeyOf } from '../requests';
import { readAgain } from './readAgain';
import { isDone, partialSets } from './sets';

const UPDATED_TICKET = 'updatedTicket';
const BEFORE_AND_AFTER = 'beforeAndAfter';

const returnField = settingField(filled(oneOf([BEFORE_AND_AFTER, 'success', UPDATED_TICKET])), {
	displayName: 'Return',
	name: 'return',
	type: 'options',
	options: [
		{
			name: 'Before and After',
			value: BEFORE_AND_AFTER,
			description: 'What the update changed, as it was and as it is, so that it can be put back; takes one more request for up to 50 items',
		},
		{ name: 'Success', value: 'success', description: 'Only that it was done, and for which ticket' },
		{
			name: 'Updated Ticket',
			value: UPDATED_TICKET,
			description: 'The ticket after the update, without its messages; takes one more request for up to 50 items',
		},
	],
	default: 'success',
	description: 'What the node returns',
});

const withTicket = { return: [UPDATED_TICKET] };

/** The choice of what an update returns, and the form of the ticket if it returns that. */
export const returnFields = [
	returnField,
	...[
		...formFields(SUMMARY, { simplify: 'simplifyUpdatedTicket', output: 'updatedTicketOutput', outputFields: 'updatedTicketOutputFields' }),
		storedAs('includeNamesInUpdatedTicket', includeNamesField),
	].map((field) => shownFor(withTicket, field)),
];

/** @returns whether the output shows what the item changes */
export function showsDifference({ settings, connection }: Item): boolean {
	return connection.isDryRun || settings.return === BEFORE_AND_AFTER;
}

/** The fields that an update adds to the output, besides its success. */
const NOTES = ['snooze_may_be_reset', 'approval_may_be_reset', 'carried_over_pending_reason_id', 'before', 'after'];

/**
 * The work of an item after its update: checks its sets, and reads the ticket if the user wants it returned. A skipped ticket is not read.
 */
export const afterUpdate: After = async (item, items) => {
	const [{ json }] = items;
	if (json.skipped === true) return items;
	if (!item.connection.isDryRun) await checkSets(item);
	if (item.settings.return !== UPDATED_TICKET) return items;
	return (await updatedTicket(item)).map((one) => ({ ...one, json: { ...one.json, ...pick(json, NOTES) } }));
};

const UNDONE =
	'The service confirmed it, but someone else who uses the same access token has replaced the labels or classifications since. Run the node again for this ticket, and let one workflow or program at a time change it.';

/**
 * If the counters show that others use the token as well, checks once whether the change of a set has lasted: another process
 * that read the ticket before the change may have replaced the set with its own.
 *
 * @throws NodeOperationError when the change was lost
 */
async function checkSets(item: Item): Promise<void> {
	const { dispatcher } = item.connection;
	const sets = partialSets(item);
	if (!dispatcher.isShared || sets.length === 0) return;
	// The update was confirmed, so a failure to read the ticket afterwards is ignored.
	const ticket = await readAgain(item, ticketKeyOf(item.values), dispatcher.clock.now() + CHECK_AFTER_MS).catch(
		unlessFailed(() => ({}) as IDataObject),
	);
	const isLost = sets.some(([property, change]) => {
		const present = ticket[property];
		return Array.isArray(present) && !isDone(change, present as number[]);
	});
	if (isLost) reject(item, 'Another program has undone the change', UNDONE);
}

/** The items of a run are read together (API document, Ticket search), a single one alone (Ticket get). */
const updatedTicket = withNames(async (item) => {
	const unread = () =>
		reject(
			item,
			'The ticket was updated, but it could not be read afterwards',
			'Read it with the operation Get, or set Return to Success. The update does not need to be done again.',
		);
	const ticket = await readAgain(item, ticketKeyOf(item.values)).catch(unlessFailed(unread));
	return [{ json: summaryOf(item, ticket) }];
});

/** For `catch`: what is done when the service gave no usable answer. @throws any other error */
function unlessFailed<T>(otherwise: () => T): (error: unknown) => T {
	return (error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		return otherwise();
	};
}
