import type { IDataObject } from 'n8n-workflow';
import { settingsOf } from '../../fields/prepare';
import { filled, flag } from '../../fields/rules';
import { type Field, settingField } from '../../fields/sent';
import { senderOf } from '../../output/sender';
import type { ItemRequest } from '../../transport/engine/requestPolicy';

export const senderNameField: Field = settingField(filled(flag), {
	displayName: 'Use the Name of the Sender',
	name: 'useSenderName',
	type: 'boolean',
	default: true,
	description:
		'Whether a new contact gets the name before the address under E-Mail, as in "Yamada, Hanako" &lt;h@example.com&gt;. An existing contact keeps its name.',
});

/** Names that begin with the family name: in Chinese, Japanese and Korean characters, with a blank between. */
const FAMILY_FIRST = /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+)\s+(\S+)$/u;
const WITH_COMMA = /^([^,]+),([^,]+)$/;

/**
 * @returns the name of a new contact, if the user wants it from the sender. The family name is not guessed: unless a comma
 * or the characters show it, the whole name is the last name
 */
export function senderName(item: ItemRequest, { last_name, first_name }: IDataObject): IDataObject {
	const isWanted = settingsOf(item.request).useSenderName === true && last_name === undefined && first_name === undefined;
	const { from_name } = isWanted ? senderOf({ from: item.context.getNodeParameter('email') }) : { from_name: null };
	if (from_name === null) return {};
	const [, family, given] = WITH_COMMA.exec(from_name) ?? FAMILY_FIRST.exec(from_name) ?? [];
	return family === undefined ? { last_name: from_name } : { last_name: family.trim(), first_name: given.trim() };
}
