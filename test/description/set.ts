import type { INodeParameters } from 'n8n-workflow';

/** @returns the parameters with values set by their path, such as `updateTicketFields.statusCd` */
export function set(parameters: INodeParameters, values: INodeParameters): INodeParameters {
	const copy = structuredClone(parameters);
	for (const [path, value] of Object.entries(values)) {
		const [first, ...rest] = path.split('.');
		copy[first] = rest.length === 0 ? value : set((copy[first] ?? {}) as INodeParameters, { [rest.join('.')]: value });
	}
	return copy;
}
