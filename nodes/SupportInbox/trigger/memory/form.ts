/** Whether a value has the form of a part of the stored memory. */
type Form = (value: unknown) => boolean;

const isNumber: Form = (value) => typeof value === 'number';
const isText: Form = (value) => typeof value === 'string';
const isFlag: Form = (value) => typeof value === 'boolean';
const orNull = (form: Form): Form => (value) => value === null || form(value);
const orMissing = (form: Form): Form => (value) => value === undefined || form(value);
const listOf = (form: Form): Form => (value) => Array.isArray(value) && value.every(form);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (form: Form): Form => (value) => isObject(value) && Object.values(value).every(form);
const having = (forms: Record<string, Form>): Form => (value) => isObject(value) && Object.entries(forms).every(([name, form]) => form(value[name]));

const time = isNumber;
const maybe = { time: orMissing(time), flag: orMissing(isFlag), ids: orMissing(listOf(isNumber)) };

const MESSAGES = having({
	newFrom: time,
	unreadFrom: maybe.time,
	readAt: time,
	done: maybe.ids,
	open: maybe.ids,
	ahead: maybe.time,
	unsettled: maybe.flag,
	isForgotten: maybe.flag,
});
const COMMENTS = having({
	newFrom: time,
	done: orMissing(recordOf(time)),
	own: orMissing(listOf(having({ key: isText, from: time, until: time }))),
});
const TICKET = having({
	created: time,
	updated: time,
	snapshot: orNull(isObject),
	messages: orMissing(MESSAGES),
	comments: orMissing(COMMENTS),
	wait: orMissing(having({ since: time, emittedAt: maybe.time })),
	isNew: maybe.flag,
});
const WORK = having({
	detailsFrom: orNull(time),
	isNew: maybe.flag,
	isOfStart: maybe.flag,
	messagesSince: maybe.time,
	rank: orMissing(isNumber),
});
const INBOX = having({
	since: time,
	messagesSince: orNull(time),
	commentsSince: orNull(time),
	position: time,
	sweptTo: time,
	takenTo: time,
	tickets: recordOf(TICKET),
	todo: recordOf(WORK),
	hasForgotten: isFlag,
	goneSince: maybe.time,
	lacksBaseline: maybe.flag,
});

/** Whether all of a stored memory can be read, see TriggerMemory. */
export const isMemory = having({ version: isNumber, revision: isNumber, origin: isText, watched: listOf(isText), inboxes: recordOf(INBOX) });
