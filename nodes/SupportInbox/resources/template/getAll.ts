import { filtersOf } from '../../fields/collections';
import { searched } from '../../fields/rules';
import { bodyField } from '../../fields/sent';
import { type Outline, formFields } from '../../fields/shared/simplify';
import { dropdown } from '../../loadOptions/dropdown';
import { inChosenForm } from '../../output/simplify';
import { DOCUMENTED } from '../../transport/client/lists';
import type { Plan } from '../../transport/engine/item';
import { everyPage } from '../../transport/engine/plans';
import { getMany } from '../getMany';
import type { Operation } from '../operation';

const OUTLINE: Outline = {
	ids: ['template_id'],
	short: [
		'template_id',
		'template_name',
		'template_category_name',
		'title',
		'text_body',
		'from',
		'to',
		'case_category_ids',
		'label_ids',
	],
	others: ['bcc', 'cc', 'html_body', 'questionnaire_name'],
};

const listed = getMany('templates', 'List the mail templates of an inbox with their subjects and texts, all or those of one category');

/** Reads the list, or, if a category is chosen, the search: a POST that changes nothing. */
const listOrSearch: Plan = async (item) => {
	if (!('template_category_name' in item.body)) return await listed.plan(item);
	return await everyPage({ in: 'body', ...DOCUMENTED.templates }, undefined, { method: 'POST', url: `${item.path}/search` })(item);
};

const categoryField = bodyField('template_category_name', searched, dropdown({
	displayName: 'Category Name or ID',
	name: 'templateCategoryName',
	loads: 'getTemplateCategories',
	of: 'messageBoxId',
	description: 'The name must match exactly',
}));

/** API document, Inbox-scoped lists and Template search. */
export const getAll: Operation = {
	...listed,
	semantics: 'safe',
	plan: inChosenForm(listOrSearch, OUTLINE),
	fields: [
		...listed.fields,
		...formFields(OUTLINE, { outputFields: 'templateOutputFields' }),
		filtersOf('getAllTemplateFilters', [categoryField]),
	],
};
