import type { INodeParameters } from 'n8n-workflow';

import { rowsIn } from '../fields/rules';
import type { Check } from '../transport/engine/requestPolicy';
import { refuse } from '../transport/errors/refuse';
import { excerpt } from '../transport/excerpt';

/** What people read, with the name of its field, as it is stored. */
function textsIn({ subject, body, additionalFields = {} }: INodeParameters): Array<[label: string, stored: unknown]> {
	const { subject: added, fillIn } = additionalFields as INodeParameters;
	const values = rowsIn(typeof fillIn === 'object' ? fillIn : undefined).map(({ value }): [string, unknown] => ['Fill In', value]);
	return [['Subject', subject], ['Subject', added], ['Body', body], ...values];
}

/**
 * Refuses a text with `{{ ... }}` in a field that was not switched to Expression: a customer would read it. The parameter
 * as it is stored is looked at, so that what an expression gives, such as a customer's own words, is never refused.
 *
 * @throws NodeOperationError
 */
export const refuseTyped: Check = (item) => {
	for (const [label, stored] of textsIn(item.context.getNode().parameters)) {
		if (typeof stored !== 'string' || stored.startsWith('=')) continue;
		const [typed] = /\{\{[^]*?\}\}/.exec(stored) ?? [];
		if (typed === undefined) continue;
		refuse(item, `${label} would be sent with ${excerpt(typed)} in it, word for word`, `Switch the field to Expression, so that n8n puts the value in its place, or take it out.`);
	}
};
