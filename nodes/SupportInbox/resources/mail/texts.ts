import type { IDataObject } from 'n8n-workflow';

import { lengthOf, NONE } from '../../fields/rules';
import type { Fields } from '../../transport/client/fields';
import { isText, missingField, orNull } from '../../transport/client/fields';
import { LISTS, wholeListOf } from '../../transport/client/lists';
import type { ItemRequest } from '../../transport/engine/requestPolicy';
import { refuse } from '../../transport/errors/refuse';
import { ServiceFailure } from '../../transport/errors/failure';
import { refuseTyped } from '../typedExpressions';
import { MAX_SUBJECT } from './fields';
import type { Taken } from './fillIn';
import { withMarksFilled } from './fillIn';

/**
 * Subject and text of a mail: what is empty comes from the template, if one is chosen, with its marks filled in.
 *
 * @param given what the fields made
 * @param needed what a mail must have at the end, by the API's name, with the field that it stands in
 * @returns the body of the request, with a choice between HTML and plain text
 * @throws NodeOperationError when something is missing, ServiceFailure
 */
export async function withTexts(item: ItemRequest, given: IDataObject, needed: Record<string, string>): Promise<IDataObject> {
	refuseTyped(item);
	if (given.pending_reason_id !== undefined && given.status_cd !== 'ongoing') {
		refuse(item, 'A pending reason goes with the status On Hold only', 'Set the Status to On Hold or take the Pending Reason away.');
	}
	const mail: IDataObject = { is_html: false, ...(await withTemplate(item, given)) };
	for (const [property, label] of Object.entries(needed)) {
		if (mail[property] === undefined) refuse(item, `The field "${label}" has no value.`, 'Enter one, or choose a template that has one.');
	}
	return mail;
}

async function withTemplate(item: ItemRequest, given: IDataObject): Promise<IDataObject> {
	const templateId = Number(item.context.getNodeParameter('templateId', NONE));
	// NONE and an empty field are no numbers above 0.
	const takes = templateId > 0 && (given.subject === undefined || given.body === undefined);
	const filled = withMarksFilled(item, takes ? taken(await readTemplate(item, templateId), given) : {});
	if (filled.subject !== undefined) refuseLong(item, templateId, filled.subject);
	return { ...given, ...filled };
}

function taken({ title, html_body, text_body }: IDataObject, given: IDataObject): Taken {
	const isHtml = given.is_html !== false && Boolean(html_body);
	const body = isHtml ? html_body : text_body;
	return {
		...(given.subject === undefined && title && { subject: String(title) }),
		...(given.body === undefined && body && { body: String(body), is_html: isHtml }),
	};
}

/** @throws NodeOperationError when the title of a template is longer than the service takes */
function refuseLong(item: ItemRequest, templateId: number, subject: string): void {
	const length = lengthOf(subject);
	if (length <= MAX_SUBJECT) return;
	refuse(item, `The title of template ${templateId} has ${length} characters, a subject at most ${MAX_SUBJECT}`, 'Enter a Subject, or shorten the title of the template.');
}

/** The texts of a template. */
const TEXTS: Fields = { title: orNull(isText), html_body: orNull(isText), text_body: orNull(isText) };

/** @throws ServiceFailure when the template came without its texts: the mail would go out with others */
async function readTemplate(item: ItemRequest, templateId: number): Promise<IDataObject> {
	const templates = LISTS.templates(Number(item.values.messageBoxId));
	const rows = await wholeListOf(item.connection, item.read, templates);
	const found = rows.find((row) => row.template_id === templateId);
	if (found === undefined) refuse(item, `The inbox has no template ${templateId}`, 'Choose the template from the list of this inbox.');
	const missing = missingField(found, TEXTS);
	if (missing === undefined) return found;
	throw new ServiceFailure({ kind: 'unexpectedResponse', status: 200, expected: 'list', content: 'json', missing });
}
