import { filled, oneOf } from '../../fields/rules';
import { settingField, shownFor } from '../../fields/sent';
import { formFields } from '../../fields/shared/simplify';
import { withNames } from '../../output/names';
import { pick } from '../../output/pick';
import type { Afterwards, ItemRequest } from '../../transport/engine/requestPolicy';
import { ServiceFailure } from '../../transport/errors/failure';
import { refuse } from '../../transport/errors/refuse';
import { addNamesField } from './answerFields';
import { readAfterwards } from './readAfterwards';
import { SAID } from './snoozed';
import { SUMMARY, summaryOf } from './summary';
import { ticketKeyOf } from './ticketRequests';

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
export const returnFields = [returnField, ...[...formFields(SUMMARY), addNamesField].map((field) => shownFor(withTicket, field))];

/** @returns whether the output shows what the item changes */
export function showsDifference({ settings, connection }: ItemRequest): boolean {
	return connection.rehearses || settings.return === BEFORE_AND_AFTER;
}

/** @returns the item's work after its update, which also reads the ticket if the user wants it returned. A skipped ticket is not read. */
export function returning(afterwards: Afterwards): Afterwards {
	return async (item, items) => {
		const [{ json }] = items;
		if (json.skipped === true) return items;
		const done = item.connection.rehearses ? items : await afterwards(item, items);
		if (item.settings.return !== UPDATED_TICKET) return done;
		const said = pick(json, [...SAID, 'before', 'after']);
		return (await updatedTicket(item)).map((one) => ({ ...one, json: { ...one.json, ...said } }));
	};
}

/** The items of a run are read together (API document, Ticket search), a single one alone (Ticket get). */
const updatedTicket = withNames(async (item) => {
	const ticket = await readAfterwards(item, ticketKeyOf(item.values)).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		return refuse(
			item,
			'The ticket was updated, but it could not be read afterwards',
			'Read it with the operation Get, or set Return to Success. The update does not need to be done again.',
		);
	});
	return [{ json: summaryOf(item, ticket) }];
});
