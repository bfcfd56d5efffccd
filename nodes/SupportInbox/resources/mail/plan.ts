import type { IDataObject } from 'n8n-workflow';

import { connect } from '../../transport/connection';
import { SOURCES, wholeListOf } from '../../transport/lists';
import { refuse } from '../../transport/plans';
import type { Plan, Turn } from '../../transport/throughGate';

/**
 * The plan of a mail: what is empty comes from the template, if one is chosen.
 *
 * @param needed what a mail must have at the end, by the API's name, with the field that it stands in
 */
export function mailWith(needed: Record<string, string>): Plan {
	return async (turn) => {
		const given = turn.request.options.body as IDataObject;
		if (given.pending_reason_id !== undefined && given.status_cd !== 'ongoing') {
			refuse(turn, 'A pending reason goes with the status On Hold only', 'Set the Status to On Hold or take the Pending Reason away.');
		}
		const body = await filled(turn, given);
		for (const [property, label] of Object.entries(needed)) {
			if (body[property] === undefined) refuse(turn, `${label} is empty`, 'Enter a value, or choose a template that has one.');
		}
		return (await turn.send({ body })).items;
	};
}

async function filled(turn: Turn, given: IDataObject): Promise<IDataObject> {
	const templateId = Number(turn.context.getNodeParameter('additionalFields.templateId', 0));
	if (templateId === 0 || (given.subject !== undefined && given.body !== undefined)) return given;
	const template = await readTemplate(turn, templateId);
	const mail = { ...given };
	if (mail.subject === undefined && template.title) mail.subject = template.title;
	if (mail.body === undefined) {
		const isHtml = mail.is_html !== false && Boolean(template.html_body);
		const text = isHtml ? template.html_body : template.text_body;
		if (text) Object.assign(mail, { body: text, is_html: isHtml });
	}
	return mail;
}

async function readTemplate(turn: Turn, templateId: number): Promise<IDataObject> {
	const messageBoxId = Number(turn.context.getNodeParameter('messageBoxId', undefined, { extractValue: true }));
	const rows = await wholeListOf(await connect(turn.context), turn.read, SOURCES.templates(messageBoxId));
	const found = rows.find((row) => row.template_id === templateId);
	return found ?? refuse(turn, `The inbox has no template ${templateId}`, 'Choose the template from the list of this inbox.');
}
