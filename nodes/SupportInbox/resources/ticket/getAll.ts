import { filtersOf, optionsOf } from '../../fields/collections';
import { limitFields } from '../../fields/shared/limit';
import { inboxOrAllField } from '../../fields/shared/locators';
import { formFields } from '../../fields/shared/simplify';
import { list } from '../../transport/client/answer';
import type { Operation } from '../operation';
import { includeNamesField } from './output/fields';
import { TICKET_WITH_MESSAGES, UNREAD_TICKET } from './output/messages';
import { filters, foundOptions, statusesField } from './search/filters';
import { searchPlan } from './search/plan';

/** API document, Ticket search: a POST that changes nothing. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many tickets',
	description: 'Search the tickets of an inbox (or All Inboxes) by status, label, assignee, time, part of the title and more, newest first',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/tickets/search',
	semantics: 'safe',
	answer: list('ticket_id'),
	plan: searchPlan,
	dryRunRow: UNREAD_TICKET,
	fields: [
		inboxOrAllField,
		statusesField,
		...limitFields,
		...formFields(TICKET_WITH_MESSAGES, { outputFields: 'ticketOutputFields' }),
		includeNamesField,
		filtersOf('getAllTicketFilters', filters),
		optionsOf('getAllTicketOptions', foundOptions),
	],
};
