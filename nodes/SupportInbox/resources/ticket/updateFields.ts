import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { dropdown, dropdowns } from '../../fields/dropdown';
import { none, SNOOZE_TERMS, TICKET_COLORS, TICKET_STATUSES, valuesOf } from '../../fields/enumerations';
import { dateTime, flag, idOrNull, ids, NONE, oneOf, oneOfOrNull, textIfAny, textOr } from '../../fields/rules';
import { bodyField } from '../../fields/sent';

const MAX_COMMENT = 1000;
const RETURN_TIME = "When the ticket comes back as open. Only pending reasons that snooze take it; without it, the reason's own default applies.";

/*
 * What does not go together is hidden by `hide` only: where n8n prepares a stored workflow it does not see
 * the neighbours within a collection, so a `show` on them would drop the field. The plan refuses the rest.
 */

/** A pending reason goes with the status On Hold, chosen here or the ticket's own. */
const onHold: IDisplayOptions = { hide: { '/updateFields.statusCd': ['open', 'closed', 'unwanted', 'trash', 'spam'] } };
/** A snooze goes with a pending reason, chosen here or the ticket's own. */
const withReason: IDisplayOptions = { hide: { ...onHold.hide, '/updateFields.pendingReasonId': [NONE] } };
/** The predefined time gives way to a date and time: the document does not show what both together do. */
const withoutTime: IDisplayOptions = {
	hide: { ...withReason.hide, '/updateFields.snoozeTime': [{ _cnd: { exists: true } }] },
};

/** How given labels or classifications meet those that the ticket has. */
function modeField(displayName: string, name: string, noun: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: `Keep the ticket's ${noun} and add the chosen ones` },
			{ name: 'Remove', value: 'remove', description: `Take the chosen ones from the ticket's ${noun}` },
			{ name: 'Remove All', value: 'removeAll', description: `Take all ${noun} from the ticket` },
			{ name: 'Replace', value: 'replace', description: `Leave the chosen ${noun} only; with none chosen, none is left` },
		],
		default: 'replace',
		description: `What to do with the ${noun} that the ticket has already`,
	};
}

/** Every body parameter of the ticket update (API document, Ticket update), by display name. */
export const updateFields: INodeProperties[] = [
	bodyField('approval_required', flag, {
		displayName: 'Approval Required',
		name: 'approvalRequired',
		type: 'boolean',
		default: false,
		description:
			'Whether mails of this ticket need the approval of a superior before they are sent. The service does not tell the present setting: when this field is not added, the service may set it to its default, which is off.',
	}),
	bodyField('assign_comment', textIfAny(MAX_COMMENT), {
		displayName: 'Assign Comment',
		name: 'assignComment',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		displayOptions: { hide: { '/updateFields.assignee': [NONE] } },
		description: `What to tell the new assignee (at most ${MAX_COMMENT} characters)`,
	}),
	bodyField('assignee', textOr(null), dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsersOrNone',
		description: 'The user who handles the ticket, or nobody',
	})),
	modeField('Classification Mode', 'caseCategoryMode', 'classifications'),
	bodyField('case_category_ids', ids, dropdowns({
		displayName: 'Classification Names or IDs',
		name: 'caseCategoryIds',
		loads: 'getClassifications',
		of: 'messageBoxId',
		displayOptions: { hide: { '/updateFields.caseCategoryMode': ['removeAll'] } },
		description: 'The classifications of the ticket',
	})),
	bodyField('color_cd', oneOfOrNull(valuesOf(TICKET_COLORS)), {
		displayName: 'Color',
		name: 'colorCd',
		type: 'options',
		options: [none('No Color'), ...TICKET_COLORS],
		default: 'blue',
		description: 'The color that marks the ticket, or none',
	}),
	modeField('Label Mode', 'labelMode', 'labels'),
	bodyField('label_ids', ids, dropdowns({
		displayName: 'Label Names or IDs',
		name: 'labelIds',
		loads: 'getLabels',
		of: 'messageBoxId',
		displayOptions: { hide: { '/updateFields.labelMode': ['removeAll'] } },
		description: 'The labels of the ticket',
	})),
	bodyField('notification_mention_name', textIfAny(), dropdown({
		displayName: 'Notify Name or ID',
		name: 'notificationMentionName',
		loads: 'getUsers',
		displayOptions: withReason,
		description: 'The user who is told when the ticket returns from its snooze',
	})),
	bodyField('pending_reason_id', idOrNull, dropdown({
		displayName: 'Pending Reason Name or ID',
		name: 'pendingReasonId',
		loads: 'getPendingReasonsOrNone',
		of: 'messageBoxId',
		displayOptions: onHold,
		description: 'What the ticket waits for; goes with the status On Hold. When this field is not added the ticket keeps its reason, but the service does not tell its snooze time, so the reason\'s default snooze time may apply anew',
	})),
	bodyField('snooze_comment', textIfAny(MAX_COMMENT), {
		displayName: 'Snooze Comment',
		name: 'snoozeComment',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		displayOptions: withReason,
		description: `What to tell when the ticket returns (at most ${MAX_COMMENT} characters)`,
	}),
	bodyField('snooze_term', oneOf(valuesOf(SNOOZE_TERMS)), {
		displayName: 'Snooze Until (Predefined)',
		name: 'snoozeTerm',
		type: 'options',
		options: SNOOZE_TERMS,
		default: 'tomorrow',
		displayOptions: withoutTime,
		description: RETURN_TIME,
	}),
	bodyField('snooze_time', dateTime, {
		displayName: 'Snooze Until (Date and Time)',
		name: 'snoozeTime',
		type: 'dateTime',
		default: '',
		displayOptions: withReason,
		description: RETURN_TIME,
	}),
	bodyField('status_cd', oneOf(valuesOf(TICKET_STATUSES)), {
		displayName: 'Status',
		name: 'statusCd',
		type: 'options',
		options: TICKET_STATUSES,
		default: 'open',
		description: 'The status that the ticket shall have. Any status but On Hold ends its pending reason and snooze.',
	}),
];
