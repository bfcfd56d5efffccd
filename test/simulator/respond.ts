import { jsonAnswer, type Answer } from './messages';
import type { Context } from './router';

/** @returns 200 with a JSON body */
export function ok(value: unknown): Answer {
	return jsonAnswer(200, value);
}

/** @returns 204, success without a body */
export function noContent(): Answer {
	return { status: 204, headers: {}, body: Buffer.alloc(0) };
}

/** @returns 200 with the asked page of a list */
export function pageOf<T>(context: Context, all: T[], render: (element: T) => unknown): Answer {
	const { perPage, page } = context.page;
	return ok(all.slice((page - 1) * perPage, page * perPage).map(render));
}
