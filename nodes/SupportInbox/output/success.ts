import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

/**
 * The item of a write that the service answers with 204: `{ "success": true }` and the ids it was about.
 *
 * @param parameters names of the parameters that hold these ids; they come out in the API's spelling
 */
export function success(...parameters: string[]): PostReceiveAction {
	return async function () {
		const json: IDataObject = { success: true };
		for (const parameter of parameters) {
			const value = this.getNodeParameter(parameter, undefined, { extractValue: true });
			// A ticket may be given as lists show it: #1201. It was checked before the request.
			json[snakeCase(parameter)] = Number(String(value).replace('#', ''));
		}
		return [{ json }];
	};
}

function snakeCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
