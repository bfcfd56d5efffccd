/**
 * The questions: each sends its reads and says which readings of an open point (test/simulator/readings.ts) fit what it
 * saw. An open point without a question needs a write to be settled.
 */
import { OPEN_POINTS, type PointName } from '../../test/simulator/readings';
import type { ProbeClient, Row } from './client';

/** The readings of an open point that fit: one when it is settled, none when the service does something else. */
export interface Finding {
	point: PointName;
	fits: readonly string[];
	/** why it is not settled, or what was seen instead */
	note?: string;
}

export interface Settings {
	/** an inbox to look at first */
	inbox?: number;
	/** a second token of the same tenant, to see whose requests the counters count */
	secondToken?: string;
}

const SECOND = 1_000;
const CHATS = ['webchat', 'mallshop', 'mallmsg', 'chatapp'];
const MOST_INBOXES = 2;
const MOST_DETAILS = 5;
const MOST_CONTACTS = 2;

const all = (point: PointName): readonly string[] => OPEN_POINTS[point].values;
const timeOf = (value: unknown) => Date.parse(String(value));
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : []);
const isDescending = (times: number[]) => times.every((time, place) => place === 0 || time <= times[place - 1]);

/** What the questions share: it is read once. */
export class Questions {
	private inboxes: Row[] = [];
	/** the inbox that is looked at, and the newest tickets of it */
	private inbox: Row = {};
	private tickets: Row[] = [];
	/** tickets with their messages */
	private readonly details: Row[] = [];

	constructor(
		private readonly client: ProbeClient,
		private readonly settings: Settings,
	) {}

	/** In the order of their weight: the last ones go without when the requests are used up. */
	readonly list: Array<() => Promise<Finding[]>> = [
		async () => await this.tenantLists(),
		async () => await this.searches(),
		async () => await this.transcriptMethod(),
		async () => await this.attachments(),
		async () => await this.messages(),
		async () => await this.contacts(),
		async () => await this.users(),
		async () => await this.limitPer(),
	];

	private get path(): string {
		return String(this.inbox.message_box_id);
	}

	private async search(name: string, body: Row, inbox = this.path) {
		return await this.client.post(name, `${inbox}/tickets/search`, body);
	}

	private async detail(id: unknown): Promise<Row> {
		const known = this.details.find(({ ticket_id }) => ticket_id === id);
		if (known) return known;
		const { status, data } = await this.client.get('ticket', `${this.path}/tickets/${String(id)}`);
		const ticket = status === 200 ? (data as Row) : {};
		if (status === 200) this.details.push(ticket);
		return ticket;
	}

	private async tenantLists(): Promise<Finding[]> {
		const [first, second] = [await this.client.get('inboxes', 'message_boxes'), await this.client.get('inboxes, page 2', 'message_boxes', { page: 2 })];
		if (first.status !== 200) throw new Error(`The list of inboxes was answered with ${first.status}.`);
		this.inboxes = first.rows;
		const ids = (rows: Row[]) => rows.map(({ message_box_id }) => message_box_id).join();
		if (second.status >= 400) return [{ point: 'tenantLists', fits: ['wholeThenRefused'] }];
		if (second.rows.length === 0) {
			return [first.rows.length < 30 ? await this.shortTenantList(first.rows) : { point: 'tenantLists', fits: ['wholeThenEmpty'] }];
		}
		return [{ point: 'tenantLists', fits: [ids(first.rows) === ids(second.rows) ? 'whole' : 'pages'] }];
	}

	/** A second page that is empty may be that of a list which has pages, and is too short for two: then it may take one row a page. */
	private async shortTenantList(inboxes: Row[]): Promise<Finding> {
		const point = 'tenantLists';
		const { status, rows } = await this.client.get('inboxes, one a page', 'message_boxes', { per_page: 1 });
		if (status === 200 && inboxes.length > 1 && rows.length === 1) return { point, fits: ['pages'] };
		if (status === 200 && inboxes.length > 1 && rows.length === inboxes.length) return { point, fits: ['wholeThenEmpty'], note: 'unless its pages have a fixed size' };
		return { point, fits: ['wholeThenEmpty', 'pages'], note: 'fewer than 30 inboxes' };
	}

	private async searches(): Promise<Finding[]> {
		const wanted = this.inboxes.filter(({ message_box_id }) => message_box_id === this.settings.inbox);
		for (const inbox of [...wanted, ...this.inboxes].slice(0, MOST_INBOXES)) {
			this.inbox = inbox;
			this.tickets = (await this.search('newest tickets', { per_page: 50 })).rows;
			if (this.tickets.length > 1) break;
		}
		const tooMany = await this.search('51 tickets', { per_page: 51 });
		const capped = tooMany.rows.length > 50 ? [] : ['capped'];
		const past = await this.client.get('users, page 9999', 'users', { page: 9999 });
		const pastLastPage = { 200: past.rows.length === 0 ? ['empty'] : [], 400: ['badRequest'], 404: ['notFound'] }[past.status] ?? [];
		return [
			{ point: 'perPageAboveMax', fits: tooMany.status >= 400 ? ['refused'] : capped },
			{ point: 'pastLastPage', fits: pastLastPage },
			{ point: 'farUntil', fits: [(await this.search('until 9999', { until: '9999-12-31T23:59:59Z', per_page: 1 })).status >= 400 ? 'refused' : 'accepted'] },
			await this.lastUpdatedSince(),
			this.searchOrder(),
			...this.times(),
		];
	}

	/** The document does not have it: it is reported, and nothing of the package uses it. */
	private async lastUpdatedSince(): Promise<Finding> {
		const point = 'lastUpdatedSince';
		const { status, rows } = await this.search('last_updated_since in the future', { last_updated_since: '2099-01-01T00:00:00Z', per_page: 1 });
		if (status >= 400) return { point, fits: ['refused'] };
		if (rows.length > 0) return { point, fits: ['ignored'] };
		return this.tickets.length > 0 ? { point, fits: ['known'] } : { point, fits: ['ignored', 'known'], note: 'no ticket' };
	}

	private searchOrder(): Finding {
		if (this.tickets.length < 2) return { point: 'searchOrder', fits: all('searchOrder'), note: 'fewer than two tickets' };
		const isBy = (field: string) => isDescending(this.tickets.map((ticket) => timeOf(ticket[field])));
		return { point: 'searchOrder', fits: [...(isBy('created_at') ? ['created'] : []), ...(isBy('last_updated_at') ? ['updated'] : [])] };
	}

	private times(): Finding[] {
		const times = this.tickets.map(({ created_at }) => String(created_at));
		const seen = (point: PointName, pattern: RegExp, valueOf: (found: string) => string): Finding => {
			const found = [...new Set(times.map((time) => valueOf(pattern.exec(time)?.[1] ?? '')))];
			if (times.length === 0) return { point, fits: all(point), note: 'no ticket' };
			return { point, fits: found.filter((value) => all(point).includes(value)), note: found.filter((value) => !all(point).includes(value)).join(', ') || undefined };
		};
		return [
			seen('timeOffset', /(Z|[+-]\d\d:?\d\d)$/, (found) => found || 'no offset'),
			seen('timePrecision', /(\.\d+)/, (found) => (found ? 'ms' : 's')),
		];
	}

	private async transcriptMethod(): Promise<Finding[]> {
		const point = 'transcriptMethod';
		const { rows } = await this.search('tickets with chats', { method_cds: CHATS, per_page: 5 });
		const ticket = rows.length > 0 ? await this.detail(rows[0].ticket_id) : {};
		const message = listOf(ticket.messages).find(({ method_cd }) => CHATS.includes(String(method_cd)));
		if (!message) return [{ point, fits: all(point), note: 'no ticket with a chat' }];
		const path = `${this.path}/tickets/${String(ticket.ticket_id)}/messages/${String(message.message_id)}/${String(message.method_cd)}`;
		if ((await this.client.get('transcript by GET', path)).status === 200) return [{ point, fits: ['GET', 'both'], note: 'POST was not tried, as GET serves' }];
		return [{ point, fits: (await this.client.post('transcript by POST', path, {})).status === 200 ? ['POST'] : [] }];
	}

	private async attachments(): Promise<Finding[]> {
		const none = (note: string): Finding[] => (['attachmentAnswer', 'hasAttachmentsFalse'] as const).map((point) => ({ point, fits: all(point), note }));
		const { rows } = await this.search('tickets with attachments', { has_attachments: true, per_page: 50 });
		if (rows.length === 0) return none('no ticket with an attachment');
		const without = await this.search('has_attachments: false', { has_attachments: false, ticket_ids: rows.map(({ ticket_id }) => ticket_id) });
		const falseMeans = without.status >= 400 ? 'refused' : without.rows.length > 0 ? 'any' : 'without';
		const ticket = await this.detail(rows[0].ticket_id);
		const attachment = listOf(ticket.messages).flatMap(({ attachments }) => listOf(attachments))[0];
		const found: Finding[] = [{ point: 'hasAttachmentsFalse', fits: [falseMeans] }];
		if (!attachment) return [...found, none('the ticket shows no attachment')[0]];
		const { status, data } = await this.client.get('attachment', `${this.path}/messages/attachments/${String(attachment.attachment_id)}`);
		const isAddress = typeof data === 'object' && data !== null && 'url' in data;
		const fits = status >= 300 && status < 400 ? ['redirect'] : status !== 200 ? [] : [isAddress ? 'address' : 'file'];
		return [...found, { point: 'attachmentAnswer', fits, note: fits.length === 0 ? `status ${status}` : undefined }];
	}

	/** From one ticket's messages and times: whether criteria are of one message, and what moves `last_updated_at`. */
	private async messages(): Promise<Finding[]> {
		const sinceCreation = ({ created_at, last_updated_at }: Row) => timeOf(last_updated_at) - timeOf(created_at);
		const busiest = [...this.tickets].sort((a, b) => sinceCreation(b) - sinceCreation(a));
		for (const { ticket_id } of busiest.slice(0, MOST_DETAILS - this.details.length)) await this.detail(ticket_id);
		return [...(await this.messageCriteria()), this.lastUpdatedMoves()];
	}

	private async messageCriteria(): Promise<Finding[]> {
		const point = 'messageCriteria';
		for (const { ticket_id, messages } of this.details) {
			const [first, ...others] = listOf(messages);
			const other = others.find(({ action_cd }) => action_cd !== first.action_cd);
			if (!other) continue;
			const body = { ticket_ids: [ticket_id], message_ids: [first.message_id], action_cds: [other.action_cd] };
			return [{ point, fits: [(await this.search('criteria of two messages', body)).rows.length > 0 ? 'anyMessage' : 'sameMessage'] }];
		}
		return [{ point, fits: all(point), note: 'no ticket with messages of two states' }];
	}

	private lastUpdatedMoves(): Finding {
		const point = 'lastUpdatedMoves';
		const seen = this.details.map(({ created_at, last_updated_at, messages }) => {
			const came = listOf(messages).map((message) => timeOf(message.created_at));
			const comments = listOf(messages).flatMap((message) => listOf(message.comments)).map(({ commented_at }) => timeOf(commented_at));
			return { created: timeOf(created_at), updated: timeOf(last_updated_at), message: Math.max(timeOf(created_at), ...came), comment: Math.max(0, ...comments) };
		});
		const later = seen.filter(({ created, message }) => message > created + 2 * SECOND);
		const byMessages = later.length > 0 ? later.every(({ updated, message }) => updated >= message - 2 * SECOND) : undefined;
		const byEdits = seen.some(({ updated, message, comment }) => updated > Math.max(byMessages === false ? 0 : message, comment) + 2 * SECOND && updated > message + 2 * SECOND)
			|| (byMessages === false && seen.some(({ updated, created }) => updated > created + 2 * SECOND));
		const fits = {
			messagesAndEdits: byMessages !== false,
			messages: byMessages !== false && !byEdits,
			edits: byMessages !== true,
			never: byMessages !== true && !byEdits,
		};
		return { point, fits: all(point).filter((name) => fits[name as keyof typeof fits]), note: byEdits ? undefined : 'no ticket that was edited after its newest message was seen' };
	}

	private async contacts(): Promise<Finding[]> {
		const [names, lookup, letterCase] = ['customItemNames', 'contactEmailLookup', 'emailKeyCase'] as const;
		const received = this.details.flatMap(({ messages }) => listOf(messages)).filter(({ action_cd, method_cd }) => action_cd === 'received' && method_cd === 'mail');
		const addresses = [...new Set(received.map(({ from }) => /[^\s<>"]+@[^\s<>"]+/.exec(String(from))?.[0]).filter((address) => address !== undefined))];
		const found = new Map<PointName, Finding>(
			[names, letterCase].map((point) => [point, { point, fits: all(point), note: 'no sender of the tickets that were read is a contact' }]),
		);
		found.set(lookup, { point: lookup, fits: all(lookup), note: 'no contact with an archived address was seen' });
		for (const address of addresses.slice(0, MOST_CONTACTS)) {
			const record = await this.contact('contact', address);
			if (record === undefined) continue;
			if (found.get(letterCase)!.fits.length > 1) found.set(letterCase, { point: letterCase, fits: [await this.isFoundInCapitals(address, record) ? 'insensitive' : 'sensitive'] });
			found.set(names, { point: names, fits: [...('custom_item1' in record ? ['custom_item'] : []), ...('custom_01' in record ? ['custom_'] : [])] });
			const archived = listOf(record.archived_emails)[0]?.email;
			if (typeof archived !== 'string') continue;
			found.set(lookup, { point: lookup, fits: [(await this.contact('contact by an archived address', archived)) ? 'activeAndArchived' : 'active'] });
			break;
		}
		return [...found.values()];
	}

	private async contact(name: string, address: string): Promise<Row | undefined> {
		const book = `customer_groups/${String(this.inbox.customer_group_id)}/customers/email`;
		const { status, data } = await this.client.get(name, `${book}/${encodeURIComponent(address)}`);
		return status === 200 ? (data as Row) : undefined;
	}

	/** Whether the same contact is found by its address with the letters in the other case. */
	private async isFoundInCapitals(address: string, { customer_id }: Row): Promise<boolean> {
		const capitals = address.toUpperCase();
		const found = await this.contact('contact by the address in the other case', capitals === address ? address.toLowerCase() : capitals);
		return found?.customer_id === customer_id;
	}

	private async users(): Promise<Finding[]> {
		const point = 'deletedUsers';
		const { rows } = await this.client.get('users', 'users', { per_page: 100 });
		if (rows.some(({ status_cd }) => status_cd === 'deleted')) return [{ point, fits: ['listed'] }];
		return [{ point, fits: all(point), note: 'no deleted user was seen' }];
	}

	private async limitPer(): Promise<Finding[]> {
		const point = 'limitPer';
		const { secondToken } = this.settings;
		if (!secondToken) return [{ point, fits: all(point), note: 'needs a second token of the tenant (SUPPORT_INBOX_SECOND_TOKEN)' }];
		await this.client.get('inboxes', 'message_boxes');
		const before = this.client.limit;
		for (let time = 0; time < 2; time++) await this.client.getWith(secondToken, 'inboxes, second token', 'message_boxes');
		await this.client.get('inboxes', 'message_boxes');
		const after = this.client.limit;
		if (!before || !after || before.resetsAt !== after.resetsAt) return [{ point, fits: all(point), note: 'the window of the limit ended meanwhile: try again' }];
		const used = before.remaining - after.remaining;
		const fits = { 1: ['token'], 3: ['tenant'] }[used] ?? all(point);
		return [{ point, fits, note: fits.length > 1 ? 'others used the token meanwhile: try again' : undefined }];
	}
}
