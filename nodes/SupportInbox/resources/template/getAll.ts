import type { IDataObject } from 'n8n-workflow';

import { filtersOf } from '../../fields/collections';
import { dropdown } from '../../loadOptions/dropdown';
import { inboxField } from '../../fields/inbox';
import { limitFields } from '../../fields/limit';
import { text } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { simplifyField } from '../../fields/simplify';
import { simplify } from '../../output/simplify';
import { list } from '../../transport/client/response';
import { everyPage } from '../../transport/engine/pages';
import type { Plan } from '../../transport/engine/requestPolicy';
import type { Operation } from '../operation';

const SHORT = [
	'template_id',
	'template_name',
	'template_category_name',
	'title',
	'text_body',
	'from',
	'to',
	'case_category_ids',
	'label_ids',
];

const PAGES = { maxPerPage: 30, key: 'template_id' } as const;

/** The plain list, or the search where a category is chosen: a POST that changes nothing. */
const listOrSearch: Plan = async (item) => {
	const { options } = item.request;
	if (!('template_category_name' in (options.body as IDataObject))) return await everyPage({ in: 'qs', ...PAGES })(item);
	Object.assign(options, { method: 'POST', url: `${String(options.url)}/search` });
	return await everyPage({ in: 'body', ...PAGES })(item);
};

const categoryField = bodyField('template_category_name', text(), dropdown({
	displayName: 'Category Name or ID',
	name: 'templateCategoryName',
	loads: 'getTemplateCategories',
	of: 'messageBoxId',
	description: 'Only the templates of this category; its name must match exactly',
}));

/** API document, Inbox-scoped lists and Template search. */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many templates',
	description: 'List the mail templates of an inbox with their subjects and texts, all or those of one category',
	method: 'GET',
	path: '/api/v2/{messageBoxId}/templates',
	semantics: 'safe',
	answer: list('template_id'),
	plan: listOrSearch,
	fields: [inboxField, ...limitFields, simplifyField, filtersOf([categoryField])],
	output: [simplify(SHORT)],
};
