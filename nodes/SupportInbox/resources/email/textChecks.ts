import type { IDataObject } from 'n8n-workflow';
import { splitExpression } from '../../adapter/expressions';
import { MACHINE_TIME, NO_DATE, OBJECT, UNREADABLE } from '../../fields/expressions';
import { literal } from '../../fields/fold';
import { type AnyMessage, isMemo } from '../../output/metrics/waiting';
import type { Validate, Item } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { around, excerpt } from '../../transport/excerpt';
import { SKIP_ADVICE } from './fields';
import type { TemplateValue } from './templateValues';

/** Returns the texts that people wrote in the answered ticket. Called only when a technical text was found. */
export type TicketTexts = () => Promise<string>;

const NO_TICKET: TicketTexts = async () => '';

/** The fields of a mail that people read (API document, Mail send and Mail reply), with their display names. */
const FIELD_NAMES = { subject: 'Subject', body: 'Body', to: 'To', cc: 'CC', bcc: 'BCC' };
const TEMPLATE_VALUES = 'Template Values';
const READ_BY_PEOPLE: readonly string[] = [...Object.values(FIELD_NAMES), TEMPLATE_VALUES];

/** What a final text must not have, also where no expression has made it. */
const TECHNICAL_TEXTS = [OBJECT, NO_DATE, UNREADABLE, MACHINE_TIME];

/** Tags that people write in mails; other words in angle brackets may be an address or a placeholder. */
const PAIRED = 'html|head|body|style|div|p|span|h[1-6]|strong|a|font|center|ul|ol|li|table|tr|td|blockquote|pre';
const FIRST_TAG = new RegExp(String.raw`^\s*(<(?:!--|(?:!doctype|meta|br|hr|img|b|i|em|u|${PAIRED})[\s/>]))`, 'i');
const LATER_TAG = new RegExp(String.raw`<br[\s/>]|</(?:${PAIRED})>`, 'i');

/**
 * Checks the final texts of a mail and rejects technical text that a customer should not read. Every mail passes this check.
 *
 * @param mail the body of the request, with the values from the template and the ticket
 * @throws NodeOperationError with the place in the text and what to do
 */
export async function checkFinalTexts(item: Item, mail: IDataObject, words = NO_TICKET): Promise<void> {
	if (item.settings.skipTextChecks === true) return;
	rejectTags(item, mail);
	await rejectTechnicalTexts(item, mailTexts(mail), words);
}

/**
 * The same for the values of fields, before any item of the run is sent. What expressions make was checked with each field. The
 * arguments of a tool call are searched for braces here, because a customer may have written braces too.
 *
 * @throws NodeOperationError
 */
export async function checkFieldTexts(item: Parameters<Validate>[0], words = NO_TICKET): Promise<void> {
	if (item.settings.skipTextChecks === true) return;
	const given = item.body;
	const { templateValues = [] } = item.settings as { templateValues?: TemplateValue[] };
	rejectTags(item, given);
	const values = templateValues.map(({ value }): [string, string] => [TEMPLATE_VALUES, value]);
	await rejectTechnicalTexts(item, [...mailTexts(given), ...values], words);
	for (const [label, argument] of item.fromModel.filter(([name]) => READ_BY_PEOPLE.includes(name))) {
		for (const mark of splitExpression(`=${argument}`).expressions) {
			await rejectTechnicalText(item, label, argument, mark, 'Call the tool again with the value itself in its place.', words);
		}
	}
}

/**
 * @returns the texts that people wrote in a ticket and its messages: what occurs in them is not a mistake of the workflow. A memo is left
 * out, because it may be the draft of this very mail
 */
export function ticketTextsIn({ title, messages }: IDataObject): string {
	const fields = (messages as Array<IDataObject & AnyMessage>)
		.filter((message) => !isMemo(message))
		.flatMap((message) => [message.title, message.body, message.from, message.to, message.cc, message.reply_to]);
	return [title, ...fields].join('\n');
}

function mailTexts(mail: IDataObject): Array<[label: string, text: string]> {
	return Object.entries(FIELD_NAMES).flatMap(([property, label]) => (typeof mail[property] === 'string' ? [[label, mail[property]]] : []));
}

async function rejectTechnicalTexts(item: Item, texts: Array<[label: string, text: string]>, words: TicketTexts): Promise<void> {
	for (const [label, text] of texts) {
		for (const { pattern, help } of TECHNICAL_TEXTS) {
			for (const mark of new Set(text.match(pattern))) await rejectTechnicalText(item, label, text, mark, help, words);
		}
	}
}

async function rejectTechnicalText(
	item: Item,
	label: string,
	text: string,
	mark: string,
	help: string,
	words: TicketTexts,
): Promise<void> {
	if (alone(mark).test(await words())) return;
	reject(item, `${label} would be sent with ${excerpt(mark)} in it: "${around(text, text.search(alone(mark)), mark.length)}"`, `${help} ${SKIP_ADVICE}`);
}

/** @returns a pattern that finds a text where it is not a part of another word, as "null" is in "nullify" */
function alone(mark: string): RegExp {
	const edge = String.raw`(?<!\w(?=\w))`;
	return new RegExp(edge + literal(mark) + edge);
}

/** Rejects a plain text with HTML tags, because the customer would see the tags. */
function rejectTags(item: Item, { body, is_html: isHtml }: IDataObject): void {
	if (typeof body !== 'string' || isHtml === true) return;
	const found = FIRST_TAG.exec(body)?.[1] ?? LATER_TAG.exec(body)?.[0];
	if (found === undefined) return;
	const place = body.indexOf(found);
	reject(
		item,
		`Body would be sent as plain text with HTML in it: "${around(body, place, found.length)}"`,
		`Switch on Is HTML under Additional Fields, or take the tags out. ${SKIP_ADVICE}`,
	);
}
