import { jsonAnswer, type Answer } from './messages';
import type { Readings } from './readings';
import { badRequest, notFound } from './refusal';
import type { Context } from './context';

/** @returns 200 with a JSON body */
export function ok(value: unknown): Answer {
	return jsonAnswer(200, value);
}

/** @returns 204, success without a body */
export function noContent(): Answer {
	return { status: 204, headers: {}, body: Buffer.alloc(0) };
}

/**
 * @param all the whole list
 * @returns the asked page of it
 * @throws Refusal for a page after the last one, where the service reads it so
 */
export function slicePage<T>({ page: { perPage, page }, readings }: Context, all: T[]): T[] {
	const rows = all.slice((page - 1) * perPage, page * perPage);
	checkPage(readings, page, rows.length);
	return rows;
}

/** @throws Refusal when the page lies after the last one, where the service reads it so */
export function checkPage({ pastLastPage }: Readings, page: number, rows: number): void {
	if (page === 1 || rows > 0 || pastLastPage === 'empty') return;
	throw pastLastPage === 'notFound' ? notFound('Page') : badRequest('page is past the last one');
}

/** @returns 200 with the asked page of a list */
export function pageOf<T>(context: Context, all: T[], render: (element: T) => unknown = (element) => element): Answer {
	return ok(slicePage(context, all).map(render));
}
