import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { none } from '../../fields/enumerations';
import { LISTS } from '../../transport/client/lists';
import { ofChosen, readList } from '../readList';

/**
 * The mail templates of the chosen inbox under their category, in screen order (API document, Template). The choice of no
 * template comes first, also while no inbox is chosen: n8n marks a value red that the list does not have.
 */
export async function getTemplatesOrNone(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const templates = await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.templates(inbox));
		return rows.map((row) => ({
			name: [row.template_category_name, row.template_name].filter(Boolean).join(' / '),
			value: row.template_id as number,
		}));
	});
	return [none('No Template'), ...templates];
}

/** Their categories, each once; the service finds templates by the exact name (API document, Template search). */
export async function getTemplateCategories(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await ofChosen(this, 'messageBoxId', async (inbox) => {
		const rows = await readList.call(this, LISTS.templates(inbox));
		const names = rows.map((row) => String(row.template_category_name ?? ''));
		return [...new Set(names)].filter((name) => name !== '').map((name) => ({ name, value: name }));
	});
}
