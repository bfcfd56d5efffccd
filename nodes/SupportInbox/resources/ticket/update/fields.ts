import { noChange, none, SNOOZE_TERMS, TICKET_COLORS, TICKET_STATUSES } from '../../../fields/enumerations';
import {
	assignee,
	assigneeOrBefore,
	filled,
	flag,
	futureDateTime,
	idOrName,
	NO_CHANGE,
	oneOf,
	orNoChange,
	orNone,
	text,
} from '../../../fields/rules';
import { type Field, bodyField } from '../../../fields/sent';
import { oneTime } from '../../../fields/shared/times';
import { dropdown } from '../../../loadOptions/dropdown';
import { ifSnoozedField } from '../write/onHold';
import { onlyIfUnchangedField } from '../write/onlyIfUnchanged';
import { classificationsField, labelsField } from './sets';

const MAX_COMMENT = 1000;

// If the two return times could be left empty, the ticket would return at another time.
const returnTime = oneTime(1, filled(futureDateTime));

/** The fields that users change most; their default changes nothing. */
export const firstFields: Field[] = [
	bodyField('status_cd', orNoChange(oneOf(TICKET_STATUSES)), {
		displayName: 'Status',
		name: 'statusCd',
		type: 'options',
		options: [noChange('No Change'), ...TICKET_STATUSES],
		default: NO_CHANGE,
		description: 'Any status other than On Hold ends the pending reason and snooze',
	}),
	bodyField('assignee', orNoChange(orNone(assigneeOrBefore('assignee'))), dropdown({
		displayName: 'Assignee Name or ID',
		name: 'assignee',
		loads: 'getUsersOrKeep',
		// All inboxes have the same users. This reloads the list, which a new node loads before it has a credential.
		of: 'messageBoxId',
		default: NO_CHANGE,
		description: 'Who handles the ticket, or nobody',
	})),
	labelsField,
];

/**
 * All other body parameters of the ticket update (API document, Ticket update), by display name. Fields that contradict each
 * other are rejected and not hidden: n8n silently drops the value of a hidden field.
 */
export const updateFields: Field[] = [
	bodyField('approval_required', filled(flag), {
		displayName: 'Approval Required',
		name: 'approvalRequired',
		type: 'boolean',
		default: false,
		description:
			'Whether its mails need approval. If not added, the service may set it to off.',
	}),
	bodyField('assign_comment', text(MAX_COMMENT), {
		displayName: 'Assignment Comment',
		name: 'assignComment',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		description: 'A note for the new assignee',
	}),
	classificationsField,
	bodyField('color_cd', orNone(oneOf(TICKET_COLORS)), {
		displayName: 'Color',
		name: 'colorCd',
		type: 'options',
		options: [none('No Color'), ...TICKET_COLORS],
		default: 'blue',
		description: 'The color that marks the ticket, or none',
	}),
	bodyField('notification_mention_name', assignee, dropdown({
		displayName: 'Notify User Name or ID',
		name: 'notificationMentionName',
		loads: 'getUsers',
		description: 'Who is notified when the ticket returns',
	})),
	onlyIfUnchangedField('Whether to skip, with the reason, a ticket in which somebody else has changed a value of the item'),
	bodyField('pending_reason_id', orNone(idOrName('pendingReasons')), dropdown({
		displayName: 'Pending Reason Name or ID',
		name: 'pendingReasonId',
		loads: 'getPendingReasonsOrNone',
		of: 'messageBoxId',
		description: 'What the ticket waits for; needs the status On Hold. Default: no change.',
	})),
	bodyField('snooze_comment', text(MAX_COMMENT), {
		displayName: 'Snooze Comment',
		name: 'snoozeComment',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		description: 'A note for when the ticket returns',
	}),
	bodyField('snooze_term', filled(oneOf(SNOOZE_TERMS)), {
		displayName: 'Snooze Until (Predefined)',
		name: 'snoozeTerm',
		type: 'options',
		options: SNOOZE_TERMS,
		default: 'tomorrow',
		description: 'When the ticket returns as open, for a reason that snoozes. Default: that of the reason.',
	}),
	bodyField('snooze_time', returnTime.rule, {
		displayName: 'Snooze Until (Time)',
		name: 'snoozeTime',
		placeholder: 'Add Time',
		description: 'When the ticket comes back, for a reason that snoozes',
		...returnTime.field,
	}),
	ifSnoozedField,
];
