import type { ItemRequest } from '../transport/engine/requestPolicy';
import { refuse } from '../transport/errors/refuse';
import { excerpt } from '../transport/excerpt';

/** What people read, by where it is stored. */
const TEXTS: Array<[label: string, ...place: string[]]> = [
	['Subject', 'subject'],
	['Subject', 'additionalFields', 'subject'],
	['Body', 'body'],
];

/**
 * Refuses a text with `{{ ... }}` in a field that was not switched to Expression: a customer would read it. The parameter
 * as it is stored is looked at, so that what an expression gives, such as a customer's own words, is never refused.
 *
 * @throws NodeOperationError
 */
export function refuseTyped(item: ItemRequest): void {
	const { parameters } = item.context.getNode();
	for (const [label, ...place] of TEXTS) {
		const stored = place.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], parameters);
		if (typeof stored !== 'string' || stored.startsWith('=')) continue;
		const [typed] = /\{\{[^]*?\}\}/.exec(stored) ?? [];
		if (typed === undefined) continue;
		refuse(item, `${label} would be sent with ${excerpt(typed)} in it, word for word`, `Switch the field to Expression, so that n8n puts the value in its place, or take it out.`);
	}
}
