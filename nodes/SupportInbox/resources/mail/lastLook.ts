import type { IDataObject } from 'n8n-workflow';
import { settingsOf } from '../../fields/prepare';
import type { CheckedItem, GivenItem } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import { excerpt } from '../../transport/excerpt';
import { isTool } from '../../transport/order/caller';
import { bracesIn, isExpression, refuseTyped, textsIn } from '../typedExpressions';
import { isSentNevertheless, NEVERTHELESS } from './fields';
import { type FillInRow, literal } from './fillIn';

/** Returns the texts that people wrote in the answered ticket. Called only when a mark was found. */
export type Words = () => Promise<string>;

const NO_TICKET: Words = async () => '';

/** The fields of a mail that people read (API document, Mail send and Mail reply), with their display names. */
const FIELD_NAMES = { subject: 'Subject', body: 'Body', to: 'To', cc: 'CC', bcc: 'BCC' };

/** The words that JavaScript writes for missing values. A value that an expression reads may have them as real words. */
const MISSING = /\b(?:undefined|null|NaN)\b/g;

/** The values that an expression reads: `$json.name`, `$('Node').first().json['a name']`, an argument of a tool. Methods are not called. */
const READ = /\$(?:(?:fromAI)?\([^()]*\)|\w+(?![\w(]))(?:\??\.(?:(?:first|last|all)\(\)|\w+(?![\w(]))|(?:\?\.)?\[[^\][]*\])*/gi;

/** The texts that JavaScript and Luxon write for an object and for an invalid date. */
const MARKS = /\[object [A-Z]\w*\]|\bInvalid Date(?:Time)?\b/g;

const HELP = {
	object: 'An expression returns an object: take a single value out of it, such as {{ $json.customer.name }}.',
	date: 'An expression makes a date from a value that is not a date: check the value.',
	missing: "An expression puts a missing value into the text: check the names in it, or add a text to use instead, such as {{ $json.name ?? '' }}.",
	braces: 'Call the tool again with the value itself in its place.',
};

/** Tags that people write in mails; other words in angle brackets may be an address or a placeholder. */
const FIRST_TAG = /^\s*(<(?:!--|(?:!doctype|html|head|body|style|meta|div|p|span|br|hr|h[1-6]|b|strong|i|em|u|a|font|center|ul|ol|li|table|tr|td|img|blockquote|pre)[\s/>]))/i;
const BREAK = /<br[\s/>]|<\/p>/i;

/**
 * Checks the final texts of a mail and refuses technical text that a customer should not read. Every mail passes this check.
 *
 * @param mail the body of the request, with the values from the template and the ticket
 * @throws NodeOperationError with the place in the text and what to do
 */
export async function lastLook(item: GivenItem, mail: IDataObject, words = NO_TICKET): Promise<void> {
	if (isSentNevertheless(item)) return;
	refuseTags(item, mail);
	await refuseMarks(item, mailTexts(mail), words);
}

/**
 * The same for the values of fields and expressions, before any item of the run is sent. This also finds missing values that
 * leave no trace in the text: n8n writes nothing for an expression that returns undefined or NaN. Only typed text and the
 * arguments of a tool call are searched for braces, because a customer may have written braces too.
 *
 * @throws NodeOperationError
 */
export async function lookAtFields(item: CheckedItem, words = NO_TICKET): Promise<void> {
	if (isSentNevertheless(item)) return;
	refuseTyped(item);
	await refuseMissingValues(item, words);
	const given = item.request.options.body as IDataObject;
	const { fillIn = [] } = settingsOf(item.request) as { fillIn?: FillInRow[] };
	refuseTags(item, given);
	await refuseMarks(item, [...mailTexts(given), ...fillIn.map(({ value }): [string, string] => ['Fill In', value])], words);
	for (const [label, argument] of argumentsOf(item)) {
		for (const mark of bracesIn(argument)) await refuseMark(item, label, argument, mark, HELP.braces, words);
	}
}

/** @returns the texts that people wrote in a ticket and its messages: a mark that occurs in them is not a mistake of the workflow */
export function wordsIn({ title, messages }: IDataObject): string {
	const fields = (messages as IDataObject[]).flatMap((message) => [message.title, message.body, message.from, message.to, message.cc, message.reply_to]);
	return [title, ...fields].join('\n');
}

function mailTexts(mail: IDataObject): Array<[label: string, text: string]> {
	return Object.entries(FIELD_NAMES).flatMap(([property, label]) => (typeof mail[property] === 'string' ? [[label, mail[property]]] : []));
}

async function refuseMarks(item: GivenItem, texts: Array<[label: string, text: string]>, words: Words): Promise<void> {
	for (const [label, text] of texts) {
		for (const mark of new Set(text.match(MARKS))) {
			await refuseMark(item, label, text, mark, mark.startsWith('[') ? HELP.object : HELP.date, words);
		}
	}
}

async function refuseMark(item: GivenItem, label: string, text: string, mark: string, help: string, words: Words): Promise<void> {
	if (alone(mark).test(await words())) return;
	refuse(item, `${label} would be sent with ${excerpt(mark)} in it: "${around(text, text.search(alone(mark)), mark.length)}"`, `${help} ${NEVERTHELESS}`);
}

/** @returns a pattern that finds a mark where it is not a part of another word, as "null" is in "nullify" */
function alone(mark: string): RegExp {
	const edge = String.raw`(?<!\w(?=\w))`;
	return new RegExp(edge + literal(mark) + edge);
}

/** Refuses a plain text with HTML tags, because the customer would see the tags. */
function refuseTags(item: GivenItem, { body, is_html: isHtml }: IDataObject): void {
	if (typeof body !== 'string' || isHtml === true) return;
	const found = FIRST_TAG.exec(body)?.[1] ?? BREAK.exec(body)?.[0];
	if (found === undefined) return;
	const place = body.indexOf(found);
	refuse(item, `Body would be sent as plain text with HTML in it: "${around(body, place, found.length)}"`, `Switch on Is HTML under Additional Fields, or take the tags out. ${NEVERTHELESS}`);
}

/** Evaluates each expression alone, and refuses an expression that writes a missing value. Whether an expression that is the whole text has a value is checked with its field. */
async function refuseMissingValues(item: GivenItem, words: Words): Promise<void> {
	for (const [label, stored] of textsIn(item)) {
		if (!isExpression(stored)) continue;
		for (const expression of bracesIn(stored)) {
			const isWhole = stored === `=${expression}`;
			const value = item.context.evaluateExpression(expression, item.itemIndex) as unknown;
			const text = typeof value === 'string' ? value : '';
			for (const missing of new Set(text.match(MISSING))) {
				if (!isRead(item, expression, missing)) await refuseMark(item, label, text, missing, HELP.missing, words);
			}
			if (isWhole || (value !== undefined && !Number.isNaN(value))) continue;
			const what = `${label} would be sent with nothing in place of ${excerpt(expression)}`;
			refuse(item, what, `The expression returns ${String(value)}: check the names in it. If a value may be missing, add a text to use instead, such as {{ $json.name ?? '' }}. ${NEVERTHELESS}`);
		}
	}
}

/** @returns whether a value that the expression reads has the word, so that the expression did not make it */
function isRead({ context, itemIndex }: GivenItem, expression: string, word: string): boolean {
	return (expression.match(READ) ?? []).some((reference) => {
		try {
			return textsOf(context.evaluateExpression(`{{ ${reference} }}`, itemIndex)).some((text) => alone(word).test(text));
		} catch {
			// A branch that was not taken may read from a node that did not run.
			return false;
		}
	});
}

function textsOf(value: unknown): string[] {
	return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);
}

/** @returns the AI agent's arguments within the texts, without the text of the workflow around them */
function argumentsOf({ context, itemIndex }: GivenItem): Array<[label: string, argument: string]> {
	if (!isTool(context.getNode())) return [];
	return textsIn({ context }).flatMap(([label, stored]) => {
		const asked = isExpression(stored) ? bracesIn(stored).filter((expression) => /\$fromai\b/i.test(expression)) : [];
		return asked.map((expression): [string, string] => [label, String(context.evaluateExpression(expression, itemIndex))]);
	});
}

const AROUND = 30;

/** @returns a part of a text with some characters before and behind it, on one line */
function around(text: string, place: number, length: number): string {
	const [from, to] = [Math.max(0, place - AROUND), place + length + AROUND];
	const part = text.slice(from, to).replace(/\p{Surrogate}/gu, '').replace(/\s+/g, ' ').trim();
	return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}
