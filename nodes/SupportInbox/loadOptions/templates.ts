import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { SOURCES } from '../transport/client/lists';
import { chosen, readList } from './readList';

/** The mail templates of the chosen inbox under their category, in screen order (API document, Template). */
export async function getTemplates(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const rows = await readAll.call(this);
	return rows.map((row) => ({
		name: [row.template_category_name, row.template_name].filter(Boolean).join(' / '),
		value: row.template_id as number,
	}));
}

/** Their categories, each once; the service finds templates by the exact name (API document, Template search). */
export async function getTemplateCategories(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = (await readAll.call(this)).map((row) => String(row.template_category_name ?? ''));
	return [...new Set(names)].filter((name) => name !== '').map((name) => ({ name, value: name }));
}

async function readAll(this: ILoadOptionsFunctions) {
	return await readList.call(this, SOURCES.templates(chosen.call(this, 'messageBoxId')));
}
