import type { PostReceiveAction } from 'n8n-workflow';

/**
 * The item of a write that the service answers with 204: `{ "success": true }` and the ids of its path.
 *
 * @param names slots of the path with these ids; the output has them in the API's spelling
 */
export function success(...names: string[]): PostReceiveAction {
	return async (items) =>
		items.map(({ json }) => ({
			json: { success: true, ...Object.fromEntries(names.map((name) => [snakeCase(name), json[name]])) },
		}));
}

function snakeCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
