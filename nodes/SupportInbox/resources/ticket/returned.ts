import { oneOf } from '../../fields/rules';
import { settingField, shownFor } from '../../fields/sent';
import { simplifyField } from '../../fields/simplify';
import { withNames } from '../../output/names';
import { record } from '../../transport/client/response';
import { refuse } from '../../transport/engine/refuse';
import type { Plan } from '../../transport/engine/requestPolicy';
import { ServiceFailure } from '../../transport/retry/failure';
import { addNamesField } from './answerFields';
import { summaryOf } from './summary';

const UPDATED_TICKET = 'updatedTicket';

const returnField = settingField(oneOf(['success', UPDATED_TICKET]), {
	displayName: 'Return',
	name: 'return',
	type: 'options',
	options: [
		{ name: 'Success', value: 'success', description: 'That it was done, and for which ticket' },
		{
			name: 'Updated Ticket',
			value: UPDATED_TICKET,
			description: 'The ticket after the update, without its messages; takes one more request',
		},
	],
	default: 'success',
	description: 'What comes out of the node',
});

const withTicket = { return: [UPDATED_TICKET] };

/** What comes out of an update, and for a ticket how. */
export const returnFields = [returnField, shownFor(withTicket, simplifyField), shownFor(withTicket, addNamesField)];

/** The plan of an update, and after it a look at the ticket where the user wants it. */
export function returning(plan: Plan): Plan {
	return async (item) => {
		const items = await plan(item);
		return item.context.getNodeParameter('return', 'success') === UPDATED_TICKET ? await updatedTicket(item) : items;
	};
}

/** API document, Ticket get. */
const updatedTicket = withNames(async (item) => {
	const path = String(item.request.options.url);
	const answer = await item.read({ method: 'GET', path, expected: record('ticket_id') }).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		return refuse(
			item,
			'The ticket was updated, but it could not be read afterwards',
			'Read it with the operation Get, or set Return to Success. The update does not need to be done again.',
		);
	});
	return answer.items.map(({ json }) => ({ json: summaryOf(item, json) }));
});
