import type { IDataObject } from 'n8n-workflow';
import { switchField } from '../../fields/sent';
import { senderOf } from '../../output/sender';
import type { ItemRequest } from '../../transport/engine/requestPolicy';

export const senderNameField = switchField('Use the Name of the Sender', 'useSenderName', 'Whether a new contact gets the name before the address under E-Mail');

const EASTERN_LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]`;
/** Two names in Chinese, Japanese or Korean characters, the family name first. Names of people are not longer. */
const EASTERN = new RegExp(`^(${EASTERN_LETTER}{1,4})\\s+(${EASTERN_LETTER}{1,4})$`, 'u');
/** Foreign names in Katakana begin with the given name, and many brands are written in it. */
const KATAKANA = /^[\p{Script=Katakana}ー\s]+$/u;
/** Words that people do not have in their names: legal forms, organizations, departments, ranks. Family names may end with other words for a department, such as those of 阿部 and 小室. */
const NOT_OF_A_PERSON = new RegExp(
	`会社|公司|法人|商店|商会|商事|工業|産業|興業|物産|製作|製造|製薬|電機|電気|建設|建築|工務|運輸|運送|物流|印刷|出版|新聞|放送|不動産|保険|証券|銀行|大学|学校|学園|病院|医院|薬局|歯科|協会|組合|団体|財団|研究所|
	事務|営業|総務|経理|財務|法務|人事|広報|企画|開発|技術|情報|品質|販売|購買|管理|担当|窓口|受付|役所|役場|お客|客服|通販|公式|編集|運営|[係課店庁署㈱㈲]|[部社所室院会]長|主任|専務|常務|取締役|代表|教授|支社|本社|[社局](?:\\s|$)|[部室院館]$|
	センター|サポート|サービス|ショップ|ストア|グループ|チーム|ホテル|カスタマー|주식회사|고객|센터`.replace(/\n\t/g, ''),
);

const HONORIFIC = /(?:様|さま|さん|殿|御中|先生|氏)$/;
const SALUTATION = /^(?:mr|mrs|ms|miss|mx|herr|frau|mme)(?:\.| )/i;
/** A whole name in quotation marks. */
const IN_QUOTES = /^["'“”„‘’«»「『]([^"“”„«»「」『』]+)["'“”‘’«»」』]$/;

/** @returns the name of a new contact, if the user wants it from the sender */
export function senderName(item: ItemRequest, { last_name, first_name }: IDataObject): IDataObject {
	const isWanted = item.settings.useSenderName === true && last_name === undefined && first_name === undefined;
	const { from_name } = isWanted ? senderOf({ from: item.context.getNodeParameter('email') }) : { from_name: null };
	return from_name === null ? {} : nameOf(from_name);
}

/**
 * Greetings use these fields, so only a name in Chinese, Japanese or Korean characters is divided, where nothing speaks against a
 * person. Otherwise all of it is the last name, without an honorific, and without quotation marks around it.
 */
function nameOf(written: string): IDataObject {
	const unquoted = written.replace(IN_QUOTES, '$1').trim();
	const whole = unquoted.replace(HONORIFIC, '').replace(SALUTATION, '').trim() || unquoted;
	const [, family, given] = (whole === unquoted && !KATAKANA.test(whole) && !NOT_OF_A_PERSON.test(whole) && EASTERN.exec(whole)) || [];
	return family === undefined ? { last_name: whole } : { last_name: family, first_name: given };
}
