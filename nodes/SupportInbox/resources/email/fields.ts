import type { IDisplayOptions } from 'n8n-workflow';
import type { TextCheck } from '../../fields/expressions';
import { addresses, filled, flag, idOrName, NO_CHANGE, line, NONE, orNoChange, orNone, text } from '../../fields/rules';
import { type Field, bodyField, withTextCheck, settingField, switchField } from '../../fields/sent';
import { statusAfterField } from '../../fields/shared/newStatus';
import { dropdown } from '../../loadOptions/dropdown';
import { orTokens } from '../../output/personalData/tokens';

export const MAX_SUBJECT = 200;

/** The sentence on Skip Text Checks in a refusal. */
export const SKIP_ADVICE = 'To send it as it is, add Skip Text Checks under Additional Fields.';

/** How the texts of a mail are looked at, since a customer reads them. */
export const MAIL_TEXT_CHECK: TextCheck = { kind: 'mail', unless: 'skipTextChecks', hint: SKIP_ADVICE };

/**
 * Body parameters of Mail send and Mail reply (API document, Mail send). An optional field may be empty only where that means
 * "none", as for CC. Where something else would take its place, such as the customer for To, an empty value is rejected.
 */

/** Required here, because the user has to decide which account sends the mail; the document does not say whether it is required. */
export const mailAccountField = bodyField('mail_account_id', idOrName('mailAccounts'), dropdown({
	displayName: 'Email Account Name or ID',
	name: 'mailAccountId',
	loads: 'getMailAccounts',
	of: 'messageBoxId',
	required: true,
	description: 'The account that the mail is sent from',
}));

/** A reply takes the account from its message. An expression without a value is rejected, because another account might be used. */
export const replyAccountField = bodyField('mail_account_id', orNoChange(filled(idOrName('mailAccounts'))), dropdown({
	displayName: 'Email Account Name or ID',
	name: 'replyMailAccountId',
	loads: 'getMailAccountsOrAddressed',
	of: 'messageBoxId',
	default: NO_CHANGE,
	description: 'If empty, the account that received the message',
}));

export const toField = address('To', 'to', 'Who gets the mail');

/** Without a template, Subject and Body are required fields. */
export const templateField = settingField(orNone(idOrName('templates')), dropdown({
	displayName: 'Template Name or ID',
	name: 'templateId',
	loads: 'getTemplatesOrNone',
	of: 'messageBoxId',
	default: NONE,
	description: 'For an empty subject or body',
}));

const withTemplate: IDisplayOptions = { hide: { templateId: [NONE] } };
const withoutTemplate: IDisplayOptions = { hide: { templateId: [{ _cnd: { not: NONE } }] } };

export const subjectField = withTextCheck(MAIL_TEXT_CHECK, bodyField('subject', line(MAX_SUBJECT), {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	description: `At most ${MAX_SUBJECT} characters`,
}));

const bodyTextField = withTextCheck(MAIL_TEXT_CHECK, bodyField('body', text(), {
	displayName: 'Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	description: 'For HTML, add Is HTML',
}));

/** Each in two forms: required, and optional beside a template, which may contain the text. The plan checks the result. */
export const subjectFields = inBothForms(subjectField, 'subjectWithTemplate');
export const bodyTextFields = inBothForms(bodyTextField, 'bodyWithTemplate');

function inBothForms(field: Field, nameWithTemplate: string): Field[] {
	return [
		{ ...field, required: true, displayOptions: withoutTemplate },
		{ ...field, name: nameWithTemplate, displayOptions: withTemplate, description: 'If empty, that of the template' },
	];
}

export const ccField = address('CC', 'cc', 'Who gets a copy');

export const bccField = address('BCC', 'bcc', 'Who gets a blind copy');

export const isHtmlField = bodyField('is_html', filled(flag), {
	displayName: 'Is HTML',
	name: 'isHtml',
	type: 'boolean',
	default: true,
	description: 'Whether the body is HTML. Default: as the template, or plain text.',
});

export const pendingReasonField = bodyField('pending_reason_id', filled(idOrName('pendingReasons')), dropdown({
	displayName: 'Pending Reason Name or ID',
	name: 'pendingReasonId',
	loads: 'getPendingReasons',
	of: 'messageBoxId',
	description: 'What the ticket waits for; needs the status On Hold. Snoozes by its default.',
}));

export const statusField = statusAfterField('The status of the ticket after the email. Default: no change.');

function address(displayName: string, name: string, whom: string): Field {
	const description = `${whom}; several with commas`;
	return bodyField(name, orTokens(addresses), {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com, ben@example.com',
		description,
	});
}

/** The switch to send a mail that {@link import('./textChecks')} and Template Values would reject. */
export const skipTextChecksField = switchField(
	'Skip Text Checks',
	'skipTextChecks',
	'Whether to send a text that is rejected for typed {{ }}, marks of a template, missing values or HTML tags',
);
