import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { originOf, tokenOf } from '../../credentials/SupportInboxApi.credentials';
import { evaluated, evaluatedByEngine, splitExpression } from '../../nodes/SupportInbox/adapter/expressions';
import { rejectParts } from '../../nodes/SupportInbox/fields/expressions';
import { fold, literal } from '../../nodes/SupportInbox/fields/fold';
import { idNamed, isId } from '../../nodes/SupportInbox/fields/names';
import * as rules from '../../nodes/SupportInbox/fields/rules';
import { listOf, textOf as checkedText } from '../../nodes/SupportInbox/fields/rules/rule';
import { fileNameFrom, fileNameOf, mimeTypeOf } from '../../nodes/SupportInbox/output/file';
import { isAutomaticMail, plainSubjects } from '../../nodes/SupportInbox/output/metrics/automaticMail';
import { draftFigures, similarity } from '../../nodes/SupportInbox/output/metrics/drafts';
import { patternsOfNames } from '../../nodes/SupportInbox/output/personalData/names';
import { isNumber } from '../../nodes/SupportInbox/output/personalData/numbers';
import { PersonalData } from '../../nodes/SupportInbox/output/personalData/personalData';
import { firstToken, orTokens, replaceTokens } from '../../nodes/SupportInbox/output/personalData/tokens';
import { ticketAddressOf, sampleTicketUrl } from '../../nodes/SupportInbox/output/sampleTicketUrl';
import { senderOf } from '../../nodes/SupportInbox/output/sender';
import { withoutEntities } from '../../nodes/SupportInbox/output/text/entities';
import { htmlParts, htmlToText, joined, picturesIn, tidy } from '../../nodes/SupportInbox/output/text/htmlToText';
import { newText, signedText } from '../../nodes/SupportInbox/output/text/newText';
import * as heads from '../../nodes/SupportInbox/output/text/quoteHeads';
import { shorten } from '../../nodes/SupportInbox/output/text/shorten';
import { filledIn } from '../../nodes/SupportInbox/resources/email/answered';
import { placeholdersIn, placeholderName } from '../../nodes/SupportInbox/resources/email/placeholders';
import { withTemplateValues } from '../../nodes/SupportInbox/resources/email/templateValues';
import { checkFinalTexts, checkFieldTexts } from '../../nodes/SupportInbox/resources/email/textChecks';
import { readOwnValues, rejectTokens, withOwnValues } from '../../nodes/SupportInbox/resources/ticket/write/ownValues';
import { list } from '../../nodes/SupportInbox/transport/client/answer';
import { messageOf, readResponse } from '../../nodes/SupportInbox/transport/client/response';
import { tokenRedactor } from '../../nodes/SupportInbox/transport/connection';
import { excerpt } from '../../nodes/SupportInbox/transport/excerpt';
import { isVisible, invisibleIn, withoutInvisible } from '../../nodes/SupportInbox/transport/invisibleCharacters';
import { addressesIn } from '../../nodes/SupportInbox/transport/mailHeaders/addresses';
import { decodedWords } from '../../nodes/SupportInbox/transport/mailHeaders/encodedWords';
import { isRobot } from '../../nodes/SupportInbox/transport/mailHeaders/robots';

const NOW = { zone: 'UTC', now: 0 };
const itemWith = (parameters: IDataObject, settings: object = {}) => ({ body: {}, settings, context: { getNode: () => ({ parameters }) } }) as never;
const keyed = { context: { getNode: () => ({}) }, connection: { hashOf: (text: string) => createHash('sha256').update(text).digest('hex') } } as never;
const message = (text: string) => ({ message_id: 1, action_cd: 'received', from: text, to: 'a@b.example', cc: null, title: text.slice(0, 1_000) });
const lookAt = (stored: string, given: string) => {
	const evaluate = (expression: string) => expression;
	const looked = { label: 'Body', ...evaluatedByEngine(stored, given, evaluate), evaluate, kind: 'mail' } as const;
	return ([undefined, 'record', 'mailbox'] as const).forEach((named) => rejectParts(looked, named));
};
const checkedItem = (body: string, ...fromModel: Array<[string, string]>) => ({ ...(itemWith({}) as object), body: { body }, fromModel }) as never;
/** Without Quoted Text looks at no more lines. */
const MOST_LINES = 20_000;
const lines = (text: string) => text.split('\n', MOST_LINES).map((line) => line.trim());
const eachLine = (read: (lines: string[], index: number) => unknown) => (text: string) => {
	const all = lines(text);
	all.forEach((_line, index) => read(all, index));
};

/**
 * Every function that reads a text of the service, a customer or a builder: the file, the export and a call of it. The test
 * compares it with the source, and the bench measures it.
 */
export const TEXT_FUNCTIONS: Record<string, (text: string) => unknown> = {
	'adapter/expressions.ts evaluated': (text) => evaluated(`=${text}`, () => text),
	'adapter/expressions.ts splitExpression': (text) => splitExpression(`=${text}`),
	'fields/expressions.ts rejectParts': (text) => lookAt(text, text),
	'fields/expressions.ts refuseParts of what an expression gives': (text) => lookAt('={{ $json.a }}', text),
	'fields/expressions.ts refuseParts of expressions': (text) => lookAt(`={{ ${text} }}`, 'undefined'),
	'fields/fold.ts fold': fold,
	'fields/fold.ts literal': literal,
	'fields/names.ts isId': isId,
	'fields/names.ts idNamed': (text) => idNamed('labels', text, [{ label_id: 1, name: text, parent_id: null }]),
	'fields/rules/choices.ts codes': (text) => rules.codes(text, NOW),
	'fields/rules/choices.ts integer': (text) => rules.integer(1, 10)(text, NOW),
	'fields/rules/dates.ts dateTime': (text) => rules.dateTime(text, NOW),
	'fields/rules/dates.ts day': (text) => rules.day(text, NOW),
	'fields/rules/dates.ts futureDateTime': (text) => rules.futureDateTime(text, NOW),
	'fields/rules/dates.ts pastDateTime': (text) => rules.pastDateTime(text, NOW),
	'fields/rules/dates.ts timeOfDay': (text) => rules.timeOfDay(text, NOW),
	'fields/rules/ids.ts id': (text) => rules.id(text, NOW),
	'fields/rules/ids.ts ids': (text) => rules.ids(text, NOW),
	'fields/rules/ids.ts idOrName': (text) => rules.idOrName('labels')(text, NOW),
	'fields/rules/ids.ts ticketId': (text) => rules.ticketId(text, NOW),
	'fields/rules/rule.ts listOf': listOf,
	'fields/rules/rule.ts textOf': checkedText,
	'fields/rules/address.ts addresses': (text) => rules.addresses(text, NOW),
	'fields/rules/address.ts emailAddress': (text) => rules.emailAddress(text, NOW),
	'fields/rules/text.ts cell': (text) => rules.cell()(text, NOW),
	'fields/rules/text.ts recordName': (text) => rules.recordName()(text, NOW),
	'fields/rules/text.ts phone': (text) => rules.phone(text, NOW),
	'fields/rules/text.ts exactKey': (text) => rules.exactKey()(text, NOW),
	'fields/rules/text.ts inOneLine': rules.inOneLine,
	'fields/rules/text.ts lengthOf': rules.lengthOf,
	'fields/rules/text.ts line': (text) => rules.line()(text, NOW),
	'output/file.ts fileNameOf': (text) => fileNameOf({ 'content-disposition': text }),
	'output/file.ts mimeTypeOf': (text) => mimeTypeOf({ 'content-type': text }),
	'output/file.ts fileNameFrom': (text) => fileNameFrom(text),
	'output/metrics/automaticMail.ts isAutomaticMail': (text) => isAutomaticMail({ from: text, title: text }, new Set()),
	'output/metrics/automaticMail.ts plainSubjects': (text) => plainSubjects([{ title: text }]),
	'output/metrics/drafts.ts similarity': (text) => similarity(text, text.slice(1)),
	'output/metrics/drafts.ts draftFigures': (text) => draftFigures([{ method_cd: 'record', action_cd: 'sent', title: 'Draft', body: text }, { method_cd: 'mail', action_cd: 'sent', body: text }], 0),
	'output/personalData/names.ts patternsOfNames': (text) => patternsOfNames(text.split(',')),
	'output/personalData/numbers.ts isNumber': (text) => isNumber('CARD', text),
	'output/personalData/personalData.ts PersonalData': (text) => new PersonalData(keyed, [text]).text(text),
	'output/personalData/personalData.ts PersonalData of a person': (text) => new PersonalData(keyed, ['Anna Sato <a@b.example>', '山田太郎 <b@b.example>']).record({ from: text, text }),
	'output/personalData/tokens.ts replaceTokens': (text) => replaceTokens(text, (token) => token),
	'output/personalData/tokens.ts firstToken': firstToken,
	'output/personalData/tokens.ts orTokens': (text) => orTokens(rules.addresses)(`${text}[[NAME_0123456789]]`, NOW),
	'output/sender.ts senderOf': (text) => [senderOf({ from: text, reply_to: text }), senderOf({ from: `${text}<a@b.example>` })],
	'output/text/entities.ts withoutEntities': withoutEntities,
	'output/text/htmlToText.ts htmlParts': (text) => htmlParts(text, () => 'quote'),
	'output/text/htmlToText.ts htmlToText': htmlToText,
	'output/text/htmlToText.ts tidy': tidy,
	'output/text/htmlToText.ts htmlToText of styles': (text) => htmlToText(`<style>${text.slice(text.length / 2)}</style><p class=a style="${text.slice(0, text.length / 2)}">`),
	'output/text/htmlToText.ts joined': (text) => joined([{ text, kind: undefined, isBehindQuote: false }]),
	'output/text/htmlToText.ts picturesIn': picturesIn,
	'output/text/newText.ts newText': (text) => newText({ body: text, title: text }),
	'output/text/newText.ts newText of HTML': (text) => newText({ body: text, title: text, is_html: true }),
	'output/text/newText.ts signedText': (text) => signedText({ body: text, title: text, is_html: true }),
	'output/text/quoteHeads.ts announcesAnswers': (text) => heads.announcesAnswers(text.split('\n')),
	'output/text/quoteHeads.ts beginsOriginal': eachLine(heads.beginsOriginal),
	'output/text/quoteHeads.ts headAt': eachLine(heads.headAt),
	'output/text/quoteHeads.ts isForwardLine': heads.isForwardLine,
	'output/text/quoteHeads.ts isForwardTitle': heads.isForwardTitle,
	'output/text/quoteHeads.ts isMobileSignature': heads.isMobileSignature,
	'output/text/quoteHeads.ts isRule': heads.isRule,
	'output/text/shorten.ts shorten': (text) => shorten(text, 2_000),
	'output/sampleTicketUrl.ts ticketAddressOf': (text) => ticketAddressOf(`https://tenant.example/${text}`),
	'output/sampleTicketUrl.ts sampleTicketUrl': (text) => sampleTicketUrl({ pattern: `https://tenant.example/{ticket_id}/${text}` }, { ticket_id: 1, message_box_id: 1, status_cd: 'open' }),
	'resources/email/answered.ts filledIn': (text) => filledIn(itemWith({}), message(text) as never, [{ mail_account_id: 1, email: 'a@b.example' }], {}),
	'resources/ticket/write/ownValues.ts rejectTokens': (text) => rejectTokens(checkedItem(text), true),
	'resources/ticket/write/ownValues.ts withOwnValues': (text) => {
		const item = { ...(keyed as object), settings: {} };
		readOwnValues(item as never, { messages: [{ from: text.slice(0, 1_000), body: text }] });
		return withOwnValues(item as never, { body: text });
	},
	'resources/email/templateValues.ts withTemplateValues': (text) => withTemplateValues(itemWith({}), { subject: '', body: text, is_html: true }),
	'resources/email/templateValues.ts withMarksFilled with a value': (text) =>
		withTemplateValues(itemWith({}, { templateValues: [{ name: 'm', value: text }] }), { subject: '', body: `${text}[[m]]${text}`, is_html: true }),
	'resources/email/textChecks.ts checkFinalTexts': async (text) => await checkFinalTexts(itemWith({}), { subject: text, body: text }),
	'resources/email/textChecks.ts checkFieldTexts': async (text) => await checkFieldTexts(checkedItem(text, ['Body', text])),
	'resources/email/placeholders.ts placeholdersIn': (text) => placeholdersIn(text, ['●●', '[[a]]']),
	'resources/email/placeholders.ts placeholderName': placeholderName,
	'transport/client/response.ts messageOf': (text) => messageOf({ message: text }, (message) => message),
	'transport/client/response.ts readResponse': async (text) => await readResponse({ statusCode: 200, headers: {}, body: text }, list('ticket_id'), (page) => page, () => {}),
	'transport/client/response.ts readResponse of an error': async (text) =>
		await readResponse({ statusCode: 400, headers: {}, body: { message: text } }, list('ticket_id'), (page) => page, () => {}),
	'../../credentials/SupportInboxApi.credentials.ts originOf': originOf,
	'transport/connection.ts tokenRedactor': tokenRedactor('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'),
	'transport/mailHeaders/robots.ts isRobot': (text) => isRobot(`${text}@b.example`),
	'transport/mailHeaders/addresses.ts addressesIn': addressesIn,
	'transport/mailHeaders/encodedWords.ts decodedWords': decodedWords,
	'transport/excerpt.ts excerpt': excerpt,
	'transport/invisibleCharacters.ts isVisible': isVisible,
	'transport/invisibleCharacters.ts invisibleIn': invisibleIn,
	'transport/invisibleCharacters.ts withoutInvisible': withoutInvisible,
	'../../credentials/SupportInboxApi.credentials.ts tokenOf': tokenOf,
};

/** Pieces of which texts are made that cost most where something is read again and again. */
export const PIECES = [
	'<', '>', '[', '[[', '{', '{{', '{{ a }}', '{a}', '(', 'a', 'あ', '👍🏽', '\u0301', '한', '\ud83d', ' ', '\t', '\n', '\r', ' \n', 'a\n', '"', '\\"', "'",
	'a@', '@', '<a@b>', 'a@b.c,', ',', ';', '<blockquote>', '<div class="gmail_quote">', '> a\n', '> > ', 'On Tue, 10 Mar 2026 at 10:02 a <a@b.c> wrote:\n',
	'On Tue, 10 Mar 2026 10:02\n', 'On 1 ', 'wrote:\n', 'From: a\nSent: a\n', 'From: a\n', '-', '-----\n', '-- \n', '=', '= ', '&amp;', '&', '&#xD83D;', '<a "', '<a href="', '<p title=">',
	'<p class=', '<!--', '<script>', '</', '<title', '1:11', '1:11 ', '/1', '1', ';a="', '=?a?B?', '?= ', '?', ': ', '::', '%41', 'Re: ', 'Sent from my a ', '.', '. A', '|', '#',
	'<p>', '<s>a', '<li>a', '<td>', '<sup>1', '<img alt=a>', '<a href=x>', '<div style="display:none">a</div>', '<p style=color:red>', '<b class=a>', '<style>.a{color:red}</style><b class=a>', '.a{', '.a,', '}', ';a:b', '/*',
	'&#847;&zwnj;&nbsp;', '\u200b ', '株\n', 'あ ', '<select><option>', '<option selected>',
];

/**
 * @returns a text of about this length that begins and ends in other words, so that what looks for an end does not find it. It has
 * an even number of pieces: a quotation mark without a partner is read in another way, which may cost three times as much
 */
export function textOf(piece: string, length: number): string {
	return `x ${piece.repeat(2 * Math.ceil(length / piece.length / 2))} x`;
}

/** @returns ms of processor for a call; a refusal is an answer */
export async function costOf(read: (text: string) => unknown, text: string): Promise<number> {
	const before = process.cpuUsage();
	try {
		await read(text);
	} catch (error) {
		if (error instanceof RangeError || error instanceof TypeError) throw error;
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
