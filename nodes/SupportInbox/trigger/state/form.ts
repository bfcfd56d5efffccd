/** Whether a value has the form of a part of the stored state. */
type Form = (value: unknown) => boolean;

const isNumber: Form = (value) => typeof value === 'number';
const isText: Form = (value) => typeof value === 'string';
const isFlag: Form = (value) => typeof value === 'boolean';
const orNull = (form: Form): Form => (value) => value === null || form(value);
const orMissing = (form: Form): Form => (value) => value === undefined || form(value);
const listOf = (form: Form): Form => (value) => Array.isArray(value) && value.every(form);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf =
	(form: Form): Form =>
	(value) =>
		isObject(value) && Object.values(value).every(form);
const having =
	(forms: Record<string, Form>): Form =>
	(value) =>
		isObject(value) && Object.entries(forms).every(([name, form]) => form(value[name]));

const time = isNumber;
const maybe = { time: orMissing(time), flag: orMissing(isFlag), ids: orMissing(listOf(isNumber)) };

const MESSAGES = having({
	newFrom: time,
	unreadFrom: maybe.time,
	readAt: time,
	processed: maybe.ids,
	open: maybe.ids,
	ahead: maybe.time,
	unsettled: maybe.flag,
	isEvicted: maybe.flag,
});
const COMMENTS = having({
	newFrom: time,
	processed: orMissing(recordOf(time)),
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
	by: orMissing(isText),
});
const ENTRY = having({
	detailsFrom: orNull(time),
	isNew: maybe.flag,
	isOfStart: maybe.flag,
	messagesSince: maybe.time,
	rank: orMissing(isNumber),
	tries: orMissing(having({ count: isNumber, since: time, next: time })),
});
const INBOX = having({
	since: time,
	messagesSince: orNull(time),
	commentsSince: orNull(time),
	cursor: time,
	slice: orMissing(having({ width: isNumber, page: orMissing(isNumber), since: orMissing(isNumber), asOf: maybe.time })),
	resyncedUntil: time,
	processedUntil: time,
	tickets: recordOf(TICKET),
	queue: recordOf(ENTRY),
	hasEvicted: isFlag,
	goneSince: maybe.time,
	needsBaseline: maybe.flag,
	servedAt: maybe.time,
});

/** Whether all of a stored state can be read, see TriggerState. */
export const isState = having({
	version: isNumber,
	revision: isNumber,
	origin: isText,
	watched: listOf(isText),
	shared: orMissing(listOf(isText)),
	inboxes: recordOf(INBOX),
});
