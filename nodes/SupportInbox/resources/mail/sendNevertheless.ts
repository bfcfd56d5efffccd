import { settingsOf } from '../../fields/prepare';
import { flag } from '../../fields/rules';
import { settingField } from '../../fields/sent';
import type { GivenItem } from '../../transport/engine/requestPolicy';

/** The one switch that sends what {@link import('./lastLook')} and Fill In would refuse. */
export const sendNeverthelessField = settingField(flag, {
	displayName: 'Send Nevertheless',
	name: 'sendNevertheless',
	type: 'boolean',
	default: true,
	description: 'Whether to send a text that would be refused: with {{ ... }} or [[ ... ]] left in it, [object Object], Invalid Date, an expression without a value, or HTML as plain text',
});

/** How a refusal says so. */
export const NEVERTHELESS = 'To send it as it is, add Send Nevertheless under Additional Fields.';

/** @returns whether the mail leaves whatever its texts hold */
export function isSentNevertheless({ request }: Pick<GivenItem, 'request'>): boolean {
	return settingsOf(request).sendNevertheless === true;
}
