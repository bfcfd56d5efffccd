import type { IDataObject } from 'n8n-workflow';
import { lengthOf } from '../../fields/rules';
import { htmlToText } from '../../output/text/htmlToText';
import { type Fields, isText, missingField, orNull } from '../../transport/client/answer';
import { wholeListOf } from '../../transport/client/listCache';
import { LISTS } from '../../transport/client/lists';
import type { Item } from '../../transport/engine/item';
import { ServiceFailure } from '../../transport/errors/failure';
import { reject } from '../../transport/errors/reject';
import { MAX_SUBJECT } from './fields';
import { type Template, withTemplateValues } from './templateValues';

/** The settings that make the text of a mail besides its fields. */
export const TEXT_SETTINGS = ['templateId', 'templateValues'];

/** The values that every mail must have, by the API's name, with the display name of their field. */
type Needed = Readonly<Record<string, string>>;

/** Rejects mistakes that can be found before the template is read. @throws NodeOperationError */
export function checkTexts(item: Item, needed: Needed): void {
	const given = item.body;
	if (given.pending_reason_id !== undefined && given.status_cd !== 'ongoing') {
		reject(item, 'A pending reason needs the status On Hold', 'Set the Status to On Hold or remove the Pending Reason.');
	}
	if (templateOf(item) === undefined) rejectMissing(item, { ...given, ...withTemplateValues(item, {}) }, needed);
}

/**
 * Adds subject and text to a mail: an empty one comes from the template, if one is chosen, with its placeholders filled in.
 *
 * @returns the body of the request, with `is_html` set
 * @throws NodeOperationError when something is missing, ServiceFailure
 */
export async function withTexts(item: Item, needed: Needed): Promise<IDataObject> {
	const templateId = templateOf(item);
	const mail = { is_html: false, ...item.body, ...(templateId !== undefined && (await fromTemplate(item, templateId))) };
	rejectMissing(item, mail, needed);
	return mail;
}

/** @returns the template that the mail takes a text from; undefined where none is chosen, or the fields have both texts */
function templateOf({ settings: { templateId }, body: { subject, body } }: Item): number | undefined {
	return typeof templateId === 'number' && (subject === undefined || body === undefined) ? templateId : undefined;
}

async function fromTemplate(item: Item, templateId: number): Promise<Template> {
	const filled = withTemplateValues(item, template(await readTemplate(item, templateId), item.body));
	if (filled.subject !== undefined) rejectLong(item, templateId, filled.subject);
	return filled;
}

function rejectMissing(item: Item, mail: IDataObject, needed: Needed): void {
	for (const [property, label] of Object.entries(needed)) {
		if (mail[property] === undefined || (property === 'body' && isEmptyHtml(mail))) {
			reject(item, `The field "${label}" has no value.`, 'Enter one, or choose a template that has one.');
		}
	}
}

/** A picture, a link and the like may be seen without a text. */
const OTHER_ELEMENT = /<(?!\/?(?:html|head|meta|title|body|p|div|span|br)(?![a-z])|!)/i;

/** @returns whether nothing of an HTML body is seen, such as `<p><br></p>`, which editors and forms make of an empty text */
function isEmptyHtml({ body, is_html: isHtml }: IDataObject): boolean {
	return isHtml === true && htmlToText(String(body)) === '' && !OTHER_ELEMENT.test(String(body));
}

function template({ title, html_body, text_body }: IDataObject, given: IDataObject): Template {
	const isHtml = given.is_html !== false && Boolean(html_body);
	const body = isHtml ? html_body : text_body;
	return {
		...(given.subject === undefined && title && { subject: String(title) }),
		...(given.body === undefined && body && { body: String(body), is_html: isHtml }),
	};
}

/** @throws NodeOperationError when the title of a template is longer than the service takes */
function rejectLong(item: Item, templateId: number, subject: string): void {
	const length = lengthOf(subject);
	if (length <= MAX_SUBJECT) return;
	reject(
		item,
		`The title of template ${templateId} has ${length} characters, a subject at most ${MAX_SUBJECT}`,
		'Enter a Subject, or shorten the title of the template.',
	);
}

/** The texts of a template. */
const TEXT_FIELDS: Fields = { title: orNull(isText), html_body: orNull(isText), text_body: orNull(isText) };

/** @throws ServiceFailure when the answer lacks the template's texts: the mail would be sent without them */
async function readTemplate(item: Item, templateId: number): Promise<IDataObject> {
	const templates = LISTS.templates(Number(item.values.messageBoxId));
	const rows = await wholeListOf(item.connection, item.read, templates);
	const found = rows.find((row) => row.template_id === templateId);
	if (found === undefined) reject(item, `The inbox has no template ${templateId}`, 'Choose the template from the list of this inbox.');
	const missing = missingField(found, TEXT_FIELDS);
	if (missing === undefined) return found;
	throw new ServiceFailure({ kind: 'unexpectedResponse', status: 200, expected: 'list', content: 'json', missing });
}
