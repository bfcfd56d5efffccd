import { additionalFieldsOf } from '../../fields/collections';
import { inboxField } from '../../fields/shared/locators';
import { newStatusField } from '../../fields/shared/newStatus';
import { withInbox } from '../../output/inbox';
import { isId, record } from '../../transport/client/answer';
import { wholeListOf } from '../../transport/client/listCache';
import { LISTS } from '../../transport/client/lists';
import type { Validate, Plan } from '../../transport/engine/item';
import { sendRequest } from '../../transport/engine/sendItem';
import { messageReconciliation } from '../../transport/writes/reconciliation';
import { allowEqualItemsField, equalItems, deduplicateWithinMs, deduplicateField } from '../deduplicate';
import type { Operation } from '../operation';
import { rejectTokens } from '../ticket/write/ownValues';
import { orSkipped } from '../ticket/write/skipped';
import {
	bccField,
	bodyTextFields,
	ccField,
	isHtmlField,
	mailAccountField,
	pendingReasonField,
	skipTextChecksField,
	subjectFields,
	templateField,
	toField,
} from './fields';
import { RECIPIENTS_FAIL_ABOVE, recipientsOf } from './recipients';
import { orReleased, skipIfAnsweredField, skipRecipients, skipRobotsField } from './skipRobots';
import { templateValuesField } from './templateValues';
import { checkFinalTexts, checkFieldTexts } from './textChecks';
import { checkTexts, TEXT_SETTINGS, withTexts } from './texts';

const NEEDED = { subject: 'Subject', body: 'Body' };

const checkMail: Validate = async (item) => {
	rejectTokens(item, false);
	await checkFieldTexts(item);
	checkTexts(item, NEEDED);
};

/** The document does not say which fields are required, so all are sent. */
const sendMail: Plan = async (item) => {
	const body = await withTexts(item, NEEDED);
	await checkFinalTexts(item, body);
	const messageBoxId = Number(item.values.messageBoxId);
	const accounts = item.settings.skipRobots === true ? await wholeListOf(item.connection, item.read, LISTS.mailAccounts(messageBoxId)) : [];
	return await orSkipped({ messageBoxId }, async () => {
		skipRecipients(item, body, accounts);
		const like = async () => await withTexts({ ...item, ...item.withGaps() }, NEEDED);
		return (await orReleased(item, async () => await sendRequest(item, { body, like }))).items;
	}, { to: body.to });
};

/** API document, Mail send: creates a ticket; sent twice, the customer gets it twice. */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send email to customer in new ticket',
	description: 'Send a new mail from one of the mail accounts of an inbox, which creates a ticket, and return the IDs of message and ticket. A Support Inbox Trigger can see the new ticket.',
	method: 'POST',
	path: '/api/v2/{messageBoxId}/mails',
	semantics: 'nonIdempotent',
	failAbove: RECIPIENTS_FAIL_ABOVE,
	answer: record({ message_id: isId, ticket_id: isId }),
	reconciliation: messageReconciliation('mail', TEXT_SETTINGS),
	runConstraints: equalItems,
	recipients: recipientsOf,
	deduplicateWithinMs,
	validate: checkMail,
	plan: sendMail,
	after: withInbox,
	fields: [
		inboxField,
		mailAccountField,
		{ ...toField, required: true },
		templateField,
		...subjectFields,
		...bodyTextFields,
		skipRobotsField,
		newStatusField,
		additionalFieldsOf('sendEmailFields', [
			allowEqualItemsField,
			bccField,
			ccField,
			templateValuesField,
			isHtmlField,
			pendingReasonField,
			skipTextChecksField,
			deduplicateField('an equal mail (account, To, CC, subject, text) is sent'),
			skipIfAnsweredField,
		]),
	],
};
