import { CHANNELS, TICKET_COLORS, type Channel, type TicketStatus } from '../enums';
import type { Random } from '../random';
import type { SeedOptions } from '../seed';
import type { ConversationInput, MessageInput, TicketInput } from '../store/inputs';
import type { Store } from '../store/Store';
import { ANSWERS, CUSTOMERS, MEMOS, QUESTIONS } from './texts';

const HOUR = 3_600_000;
const STATUSES: TicketStatus[] = ['open', 'open', 'ongoing', 'closed', 'closed', 'unwanted', 'trash', 'spam'];
const CHATS: Channel[] = ['webchat', 'mallshop', 'mallmsg', 'chatapp'];

/** A one-pixel PNG, so that a downloaded picture is a valid image. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const FILES = [
	{ file_name: 'invoice-2291.pdf', content_type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
	{ file_name: '破損写真（１枚目）.png', content_type: 'image/png', content: PIXEL },
	{ file_name: 'orders "May".csv', content_type: 'text/csv', content: 'order,state\n48213,lost\n' },
];

/** Addresses of the demo customers, found by code `C-001`.. or by e-mail. */
export function seedContacts(store: Store): void {
	for (const [place, customer] of CUSTOMERS.entries()) {
		store.addContact(11, {
			system_id1: `C-${String(place + 1).padStart(3, '0')}`,
			last_name: customer.last,
			first_name: customer.first,
			last_name_kana: customer.kana[0],
			first_name_kana: customer.kana[1],
			company_name: customer.company,
			emails: [{ email: customer.email }],
			archived_emails: place % 3 === 0 ? [{ email: `old.${customer.email}` }] : [],
			tels: [{ tel: `03-5550-01${place}0` }],
			gender_cd: [1, 2, 9][place % 3],
			note: place % 2 === 0 ? 'Prefers mail.\nNo calls before 10:00.' : null,
			badge_ids: place % 4 === 0 ? [801] : [],
			customFields: { 1: `Plan ${place}` },
		});
	}
}

/** Tickets of the last weeks in inbox 101, with every channel, and a few in the other inboxes. */
export function seedTickets(store: Store, random: Random, options: SeedOptions): void {
	const { tickets: count = 120 } = options;
	const now = store.now();
	for (let number = 0; number < count; number++) {
		store.createTicket(seedTicket(random, number, now - (count - number) * 3 * HOUR));
	}
	for (const inbox of [102, 103]) {
		for (let number = 0; number < 5; number++) {
			const { title, body } = random.pick(QUESTIONS);
			const created_at = now - (6 - number) * 7 * HOUR;
			store.createTicket({ message_box_id: inbox, title, created_at, messages: [{ body, ...sender(number) }] });
		}
	}
}

function seedTicket(random: Random, number: number, at: number): TicketInput {
	const { title } = QUESTIONS[number % QUESTIONS.length];
	const status = STATUSES[number % STATUSES.length];
	return {
		message_box_id: 101,
		title,
		created_at: at,
		status_cd: status,
		assignee: number % 3 === 0 ? null : `user${String(random.between(1, 6)).padStart(2, '0')}`,
		color_cd: number % 5 === 0 ? random.pick(TICKET_COLORS) : null,
		label_ids: number % 4 === 0 ? [] : [random.between(3001, 3136)],
		case_category_ids: number % 6 === 0 ? [5001] : [],
		pending_reason_id: status === 'ongoing' && number % 2 === 0 ? 201 : null,
		messages: seedMessages(random, number, at),
	};
}

function sender(number: number): Pick<MessageInput, 'from' | 'to'> {
	return { from: CUSTOMERS[number % CUSTOMERS.length].email, to: 'support101@tenant.example' };
}

function seedMessages(random: Random, number: number, at: number): MessageInput[] {
	const method = number % 3 === 0 ? CHANNELS[(number / 3) % CHANNELS.length] : 'mail';
	const { body } = QUESTIONS[number % QUESTIONS.length];
	const first: MessageInput = {
		...sender(number),
		body,
		method_cd: method,
		is_html: false,
		attachments: number % 9 === 5 ? [FILES[number % FILES.length]] : [],
	};
	if (CHATS.includes(method)) Object.assign(first, chat(number, method, at));
	const messages = [first];
	if (number % 4 === 1) {
		const answer = random.pick(ANSWERS);
		messages.push({ body: answer, action_cd: 'sent', sent_at: at + HOUR, created_at: at + HOUR });
	}
	if (number % 10 === 7) {
		// Memos are dated back to their call; now and then the clock of a mail server is ahead.
		const sent_at = number % 20 === 7 ? at - 30 * HOUR : at + 24 * HOUR;
		messages.push({ body: random.pick(MEMOS), method_cd: 'record', sent_at, created_at: at + HOUR });
	}
	return messages;
}

function chat(number: number, method: Channel, at: number): MessageInput {
	const customer = CUSTOMERS[number % CUSTOMERS.length];
	const conversations = Array.from({ length: 34 + (number % 5) }, (_, line): ConversationInput => {
		const fromStaff = line % 2 === 1;
		return {
			sent_at: at + line * 20_000,
			speaker_name: fromStaff ? 'Support' : customer.first,
			sent_by: fromStaff ? 'user01' : null,
			auto_send: line === 1,
			note: line === 5 ? null : `Line ${line + 1}: ${fromStaff ? '確認いたします。' : 'Thank you.'}`,
			file_name: line === 5 ? 'photo.png' : null,
			conversation_type: conversationType(line, method),
		};
	});
	return {
		action_cd: 'end_conversation',
		transcript: { account: customer.email, email: customer.email },
		conversations,
	};
}

function conversationType(line: number, method: Channel): string {
	if (line === 5) return 'image';
	return line === 6 && method === 'mallmsg' ? 'text,file' : 'text';
}
