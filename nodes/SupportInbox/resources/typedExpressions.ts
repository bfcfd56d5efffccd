import type { INodeParameters } from 'n8n-workflow';
import { rowsIn } from '../fields/rules';
import type { GivenItem } from '../transport/engine/requestPolicy';
import { refuse } from '../transport/errors/refuse';
import { excerpt } from '../transport/excerpt';

/** @returns the stored texts of a mail that people read, each with the name of its field */
export function textsIn({ context }: Pick<GivenItem, 'context'>): Array<[label: string, stored: string]> {
	const { subject, body, to, additionalFields = {} } = context.getNode().parameters;
	const { subject: added, to: addedTo, cc, bcc, fillIn } = additionalFields as INodeParameters;
	const values = rowsIn(typeof fillIn === 'object' ? fillIn : undefined).map(({ value }): [string, unknown] => ['Fill In', value]);
	const fields: Array<[string, unknown]> = [['Subject', subject], ['Subject', added], ['Body', body], ['To', to], ['To', addedTo], ['CC', cc], ['BCC', bcc]];
	return [...fields, ...values].filter((one): one is [string, string] => typeof one[1] === 'string');
}

/** @returns whether a parameter was switched to Expression */
export function isExpression(stored: string): boolean {
	return stored.startsWith('=');
}

/** @returns each `{{ ... }}` of a text as n8n finds them, in their order; linear in the length of the text */
export function bracesIn(text: string): string[] {
	const found: string[] = [];
	for (let end = 0; ; ) {
		const begin = text.indexOf('{{', end);
		const closing = begin < 0 ? -1 : text.indexOf('}}', begin + 2);
		if (closing < 0) return found;
		end = closing + 2;
		found.push(text.slice(begin, end));
	}
}

/**
 * Refuses a text with `{{ ... }}` in a field that was not switched to Expression, because a customer would read the braces. It
 * checks the stored parameter, so the result of an expression, such as a customer's own words, is never refused.
 *
 * @throws NodeOperationError
 */
export function refuseTyped(item: GivenItem): void {
	for (const [label, stored] of textsIn(item)) {
		const [typed] = isExpression(stored) ? [] : bracesIn(stored);
		if (typed === undefined) continue;
		refuse(item, `${label} would be sent with ${excerpt(typed)} in it, word for word`, 'Switch the field to Expression, so that n8n puts the value in its place, or take it out.');
	}
}
