import type { INodeParameters, INodePropertyCollection, INodePropertyOptions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { propertyOf } from '../../nodes/SupportInbox/fields/sent';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { LISTS } from '../contract/lists';
import { idBefore } from '../simulator/store/ids';
import { type Leaf, leavesOf } from './leaves';
import { set } from './set';

const byId = (value: number) => ({ __rl: true, mode: 'id', value });

/** What every operation needs before one of its fields can be looked at; what it does not have is ignored. */
const COMMON: INodeParameters = {
	messageBoxId: byId(101),
	customerGroupId: byId(11),
	ticketId: byId(1201),
	name: 'Name',
};

const MAIL: INodeParameters = { ...COMMON, mailAccountId: 401, to: 'anna@mail.example', subject: 'Subject', body: 'Body' };

const BASES: Record<string, INodeParameters> = {
	'attachment.download': { ...COMMON, source: 'attachment', attachmentId: 71 },
	'chatTranscript.get': { ...COMMON, messageId: 5003 },
	'classification.create': { ...COMMON, createClassificationFields: { ifExists: 'create' } },
	'classification.update': { ...COMMON, caseCategoryId: 5001, updateClassificationFields: { archived: false } },
	'contact.delete': { ...COMMON, findBy: 'systemId1', systemId1: 'C-9' },
	'contact.get': { ...COMMON, findBy: 'systemId1', systemId1: 'C-001' },
	'contact.update': { ...COMMON, findBy: 'systemId1', systemId1: 'C-001', updateContactFields: { city: 'Oslo' } },
	'contact.upsert': { ...COMMON, findBy: 'systemId1', systemId1: 'C-001', upsertContactFields: { city: 'Oslo' } },
	'memo.create': { ...COMMON, memoTicketId: byId(1203), memoBody: 'Memo' },
	'label.create': { ...COMMON, createLabelFields: { ifExists: 'create' } },
	'label.update': { ...COMMON, labelId: 3001, updateLabelFields: { color: 'red_01' } },
	'email.reply': { ...MAIL, replyTicketId: byId(1205), replyMailAccountId: 401, replyEmailFields: { to: 'anna@mail.example' } },
	'email.send': MAIL,
	'ticket.create': { ...COMMON, ticketSubject: 'Subject' },
	'ticket.update': { ...COMMON, statusCd: 'ongoing' },
};

/** @returns the same partners for several fields */
const alike = (fields: string[], partners: INodeParameters) => Object.fromEntries(fields.map((field) => [field, partners]));
const ofMetrics = (options: string) => ['ignoreRepliesContaining', 'draftTitle', 'businessHours'].map((name) => `${options}.${name}`);
const WITH_MESSAGES = { 'getAllTicketFilters.ticketIds': '1201', 'getAllTicketOptions.includeMessages': true };

/** Fields that mean something only together with others. */
const PARTNERS: Record<string, INodeParameters> = {
	...alike(['delete', 'get', 'update', 'upsert'].map((operation) => `contact.${operation} email`), { findBy: 'email' }),
	...alike(['delete', 'get', 'update', 'upsert'].map((operation) => `contact.${operation} findBy`), { email: 'misaki@takahashi.example' }),
	...alike(ofMetrics('ticket.get getTicketOptions'), { 'getTicketOptions.includeMetrics': true }),
	...alike(ofMetrics('ticket.getAll getAllTicketOptions'), { ...WITH_MESSAGES, 'getAllTicketOptions.includeMetrics': true }),
	...alike(['includeMetrics', 'maxBodyLength', 'bodyFormat', 'maxMessages'].map((name) => `ticket.getAll getAllTicketOptions.${name}`), WITH_MESSAGES),
	...alike(['notificationMentionName', 'snoozeComment', 'snoozeTerm', 'snoozeTime'].map((name) => `ticket.update updateTicketFields.${name}`), { 'updateTicketFields.pendingReasonId': 202 }),
	...alike(['includeNamesInUpdatedTicket', 'updatedTicketOutput', 'updatedTicketOutputFields', 'simplifyUpdatedTicket'].map((name) => `ticket.update ${name}`), { return: 'updatedTicket' }),
	'attachment.download attachmentTicketId': { source: 'ticket' },
	'contact.get getContactOptions.ifNotFound': { systemId1: 'C-none' },
	'contact.upsert upsertContactFields.replaceCustomerCode': { findBy: 'email', email: 'misaki@takahashi.example', 'upsertContactFields.systemId1': 'C-9' },
	'contact.upsert upsertContactFields.systemId1': { findBy: 'email', email: 'misaki@takahashi.example', 'upsertContactFields.replaceCustomerCode': true },
	'email.reply replyEmailFields.pendingReasonId': { 'replyEmailFields.statusCd': 'ongoing' },
	'memo.create createMemoFields.ifSnoozed': { memoTicketId: byId(1206) },
	'email.reply replyEmailFields.ifSnoozed': { replyTicketId: byId(1206) },
	'ticket.update updateTicketFields.ifSnoozed': { ticketId: byId(1206) },
	'email.reply replyEmailFields.templateValues': { templateId: 601 },
	'email.reply replyEmailFields.onlyIfUnchanged': { replyTicketId: byId(1201) },
	'email.reply replyEmailFields.skipTextChecks': { templateId: 602 },
	'email.reply replyEmailFields.skipIfAnswered': { replyTicketId: byId(1201), 'replyEmailFields.allowMultipleReplies': true },
	'email.reply skipRobots': { 'replyEmailFields.to': 'postmaster@mail.example' },
	'email.reply replyMessageId': { replyToMessage: 'byId' },
	'email.reply replyToMessage': { replyMessageId: 5001 },
	'email.reply bodyWithTemplate': { templateId: 601 },
	'email.send sendEmailFields.pendingReasonId': { newStatusCd: 'ongoing' },
	'email.send sendEmailFields.skipIfAnswered': { 'sendEmailFields.allowEqualItems': true },
	'email.send skipRobots': { to: 'postmaster@mail.example' },
	'email.send sendEmailFields.templateValues': { templateId: 601 },
	'email.send sendEmailFields.skipTextChecks': { templateId: 602 },
	'email.send bodyWithTemplate': { templateId: 601 },
	'email.send subjectWithTemplate': { templateId: 601 },
	'email.reply templateId': { bodyWithTemplate: 'Body' },
	'email.send templateId': { subjectWithTemplate: 'Subject', bodyWithTemplate: 'Body' },
	'contact.create createContactFields.dryRun': { lastName: 'Sato' },
	'ticket.getAll getAllTicketFilters.includeChildLabels': { 'getAllTicketFilters.labelIds': [3001] },
	'ticket.getAll getAllTicketFilters.labelsMatch': { 'getAllTicketFilters.labelIds': [3001, 3002] },
	'ticket.get getTicketOptions.hidePersonalData': { ticketId: byId(1206) },
	'ticket.getAll getAllTicketOptions.hidePersonalData': { 'getAllTicketFilters.ticketIds': '1206' },
	'ticket.getAll getAllTicketOptions.triggerEvent': { 'getAllTicketFilters.ticketIds': '1201', 'getAllTicketOptions.result': 'triggerItems' },
	'ticket.getAll getAllTicketOptions.unansweredForHours': { 'getAllTicketFilters.ticketIds': '1207', 'getAllTicketOptions.result': 'triggerItems', 'getAllTicketOptions.triggerEvent': 'ticketUnanswered' },
	'ticket.update updateTicketFields.assignComment': { assignee: 'user01' },
};

/** Values that are not to be guessed from the kind of field, by its own name. */
const SAMPLES: Record<string, NodeParameterValueType> = {
	includeNames: false,
	triggerEvent: 'ticketUnanswered',
	unansweredForHours: 0,
	includeNamesInUpdatedTicket: false,
	failAbove: 1,
	attachmentId: 72,
	draftTitle: 'Text',
	ignoreRepliesContaining: 'We have it',
	bcc: 'b@mail.example',
	businessHours: { hours: { days: [1], from: '09:00', to: '10:00' } },
	cc: 'c@mail.example',
	classifications: { values: { mode: 'replace', caseCategoryIds: [5002] } },
	color: 'red_02',
	customFields: { values: [{ number: 2, value: 'gold' }] },
	customerEmail: 'c@mail.example',
	clearFields: ['note'],
	created: { since: { since: '2099-01-01T00:00:00Z' } },
	customerGroupId: byId(12),
	email: 'anna.miller@mail.example',
	genderCd: 9,
	hasAttachments: 'with',
	messageDate: { since: { since: '2026-01-05T09:00:00Z' } },
	ifExists: 'create',
	ifNotFound: 'nothing',
	labels: { values: { mode: 'replace', labelIds: [3002] } },
	labelsMatch: 'any',
	lastUpdated: { since: { since: '2099-01-01T00:00:00Z' } },
	excludeCaseCategoryIds: [5001],
	excludeLabelIds: [3001],
	limit: 1,
	maxBodyLength: 1,
	memoTicketId: byId(1204),
	bodyFormat: 'original',
	messageBoxId: byId(102),
	messageId: 5002,
	messageIds: '5001',
	operatedAt: { at: { time: '2026-01-05T09:00:00Z' } },
	output: 'raw',
	maxMessages: 1,
	simplify: false,
	simplifyUpdatedTicket: false,
	snoozeTime: { at: { time: '2099-01-01T00:00:00Z' } },
	replyMessageId: 5002,
	replyTicketId: byId(1204),
	ticketId: byId(1202),
	ticketIds: '1201',
	to: 'd@mail.example',
	updatedTicketOutput: 'raw',
};

/** @returns the parameters that the operation needs, by `resource.operation` */
export function baseOf(name: string): INodeParameters {
	return BASES[name] ?? COMMON;
}

/** @returns the required fields of an operation, and of a write one that is sent where none of these is */
export function neededBy({ method, semantics, fields }: Operation): INodeParameters {
	const leaves = leavesOf(fields);
	const required = leaves.filter(({ field }) => field.required === true);
	const isSent = ({ field }: Leaf) => propertyOf(field) !== undefined;
	const isWrite = ['POST', 'PUT'].includes(method) && semantics !== 'safe';
	const sent = isWrite && !required.some(isSent) ? leaves.filter(isSent).slice(0, 1) : [];
	return set({}, Object.fromEntries([...required, ...sent].map(({ path, field }) => [path, COMMON[path] ?? sampleOf(path, field)])));
}

/** @returns what must be set as well for a field to mean something, by path */
export function partnersOf(name: string, path: string): INodeParameters {
	if (path === 'returnAll') return { limit: 1 };
	return { ...PARTNERS[`${name} ${path}`], ...(path.endsWith('OutputFields') && { [path === 'updatedTicketOutputFields' ? 'updatedTicketOutput' : 'output']: 'selectedFields' }) };
}

/** @returns a value for the field that is not the one it has without being set */
export function sampleOf(path: string, field: INodeProperties): NodeParameterValueType {
	const name = path.split('.').at(-1)!;
	if (name in SAMPLES) return SAMPLES[name];
	switch (field.type) {
		case 'number':
			return 7;
		case 'boolean':
			return true;
		case 'dateTime':
			return '2026-01-05T09:00:00Z';
		case 'options':
			return choiceOf(field);
		case 'multiOptions':
			return [choiceOf(field)] as NodeParameterValueType;
		case 'fixedCollection':
			return rowOf(field);
		default:
			return 'a sample';
	}
}

/** @returns the value of a field of several groups, in which this group alone is filled */
export function groupOf(path: string, field: INodeProperties, { name, values }: INodePropertyCollection): INodeParameters {
	const sample = sampleOf(path, field) as Record<string, INodeParameters>;
	const filled = values.map((inner) => [inner.name, inner.default === '' ? sampleOf(inner.name, inner) : inner.default]);
	return { [name]: sample[name] ?? (Object.fromEntries(filled) as INodeParameters) };
}

/** Rows of lists that dropdowns offer, by the beginning of the method; of any other list it is the second row. */
const ROWS: ReadonlyArray<[string, string | number]> = [
	['getUsers', 'user03'],
	['getTemplates', 601],
	['getLabels', 3018],
	['getClassifications', 5004],
	['getTemplateCategories', 'Delivery'],
];

function choiceOf({ options, default: preset, typeOptions }: INodeProperties): string | number {
	const values = (options as INodePropertyOptions[] | undefined)?.map(({ value }) => value as string | number);
	if (values !== undefined) return values.filter((value) => value !== preset).at(-1)!;
	const list = String(typeOptions?.loadOptionsMethod);
	const second = LISTS.find(({ name }) => list.toLowerCase().startsWith(`get${name.toLowerCase()}`));
	return ROWS.find(([name]) => list.startsWith(name))?.[1] ?? idBefore(second!.name) + 2;
}

function rowOf({ options }: INodeProperties): NodeParameterValueType {
	const [rows] = options as INodePropertyCollection[];
	return { [rows.name]: [Object.fromEntries(rows.values.map(({ name }) => [name, `${name}@mail.example`]))] };
}
