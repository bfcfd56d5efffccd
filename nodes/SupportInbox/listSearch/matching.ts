import type { INodePropertyOptions } from 'n8n-workflow';

/** @returns the choices whose name or id holds what the user typed, whatever its case */
export function matching(choices: INodePropertyOptions[], filter = ''): Array<{ name: string; value: string | number }> {
	const typed = filter.trim().toLowerCase();
	return choices
		.filter(({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(typed))
		.map(({ name, value }) => ({ name, value: value as string | number }));
}
