import type { IDataObject } from 'n8n-workflow';
import { literal } from '../../fields/fold';
import type { Connection } from '../../transport/connection';
import type { Hides } from '../../transport/engine/item';
import { reject } from '../../transport/errors/reject';
import { mailboxesIn } from '../../transport/mailHeaders/addresses';
import { htmlToText } from '../text/htmlToText';
import { patternsOfNames } from './names';
import { isNumber, NUMBER_PATTERNS } from './numbers';
import { type Kind, TOKEN, tokenOf } from './tokens';

/** The fields with the people of a message (API document, Message object). */
const HEADERS = ['from', 'to', 'cc', 'bcc', 'reply_to'];
/** The fields that are a name as a whole, such as the speaker of a chat. */
const NAMES = ['from_name', 'speaker_name', 'account'];
/** Codes, times and users of the service: no customer has written them. */
const OTHERS = /_(?:cd|at|since|type)$|^(?:event|(?:status|method|color|action)_name|assignee|commenter|commenter_name|sent_by)$/;

const WIDE = String.raw`\w\uFF10-\uFF5A`;
const EMAIL = String.raw`(?<![${WIDE}.+'-])[${WIDE}][${WIDE}.+'-]*(?:@|＠|%40)[A-Za-z\d\uFF10-\uFF5A-]+(?:[.．][A-Za-z\d\uFF10-\uFF5A-]+)+`;
/** From the sign of the postal code to the end of the line or sentence; a line break may stand behind the code. */
const ADDRESS = String.raw`〒[ \u3000]?[\d０-９]{3}[-\u2010-\u2015\u2212－ー]?[\d０-９]{4}(?:[ \u3000]*\n[>＞ \u3000]*(?=[^\n]{0,20}[都道府県市区町村郡]))?[^\n。、<]{0,80}`;
/** What separates the parts of a number or name makes no other value of it. */
const SEPARATORS = /[\s\p{Pd}ー.()]+/gu;

/** Who hides it: the connection has the key, and two values with one token are rejected in the item. */
type Owner = Parameters<typeof reject>[0] & { connection: Pick<Connection, 'hashOf'> };

/**
 * The personal data of one ticket, and the tokens in their place. A value has one token in all tickets, since the token is a keyed hash
 * of it: no table of them leaves the node or is kept.
 */
export class PersonalData implements Hides {
	private readonly values = new Map<string, { value: string; normal: string }>();
	private readonly forms = new Map<string, string>();
	private readonly pattern: RegExp;

	/** @param headers the values of From, To and the like, whose names are hidden in every text */
	constructor(private readonly owner: Owner, headers: readonly unknown[]) {
		const people = headers.flatMap(mailboxesIn);
		const names = new Set(people.flatMap(({ name }) => (name !== null && /\p{L}/u.test(name) ? [name] : [])));
		const addresses = new Set(people.flatMap(({ address }) => address ?? []));
		const groups = {
			TOKEN,
			EMAIL: [...[...addresses].map(literal), EMAIL].join('|'),
			ADDRESS,
			...NUMBER_PATTERNS,
			NAME: patternsOfNames(names).join('|') || '(?!)',
		};
		this.pattern = new RegExp(
			Object.entries(groups)
				.map(([kind, pattern]) => `(?<${kind}>${pattern})`)
				.join('|'),
			'gu',
		);
	}

	/** @returns the personal data of a ticket with its messages (API document, Ticket get) */
	static ofTicket(owner: Owner, ticket: IDataObject): PersonalData {
		const messages = ticket.messages as IDataObject[];
		return new PersonalData(owner, messages.flatMap((message) => HEADERS.map((header) => message[header])));
	}

	/** @returns the text with tokens in place of what is personal in it; tokens stay. Linear in the length of the text */
	text(text: string): string {
		const known = [...this.forms].reduce((rest, [form, token]) => rest.replaceAll(form, token), text);
		return known.replace(this.pattern, (found, ...more) => {
			const groups = more.at(-1) as Record<string, string | undefined>;
			const kind = Object.keys(groups).find((one) => groups[one] !== undefined) as Kind | 'TOKEN';
			return kind === 'TOKEN' || !isNumber(kind, found) ? found : this.tokenFor(kind, found);
		});
	}

	/** @returns the record with tokens in all its texts, also in those within its lists; HTML bodies are to be text by then */
	record<T>(value: T, field = ''): T {
		if (typeof value === 'string') return this.field(field, value) as T;
		if (Array.isArray(value)) return value.map((one: unknown) => this.record(one, field)) as T;
		if (typeof value !== 'object' || value === null) return value;
		// What a changed field was and is stands under from and to, as the people of a message do.
		const each = (one: object, under?: string) =>
			Object.fromEntries(Object.entries(one).map(([name, part]) => [name, this.record(part as unknown, under ?? name)]));
		return (
			field === 'changes'
				? Object.fromEntries(Object.entries(value).map(([name, change]) => [name, each(change as object, name)]))
				: each(value)
		) as T;
	}

	/** Reads all of a ticket, so that {@link valueOf} knows what it holds. */
	readAll(ticket: IDataObject): void {
		this.record(ticket);
		for (const { body, is_html: isHtml } of ticket.messages as IDataObject[]) if (isHtml === true) this.text(htmlToText(String(body)));
	}

	/**
	 * @param form makes of the value what is written in a text, such as HTML; that form becomes the token again as well
	 * @returns the value of a token in this form; undefined where nothing that was read has it
	 */
	valueOf(token: string, form: (value: string) => string): string | undefined {
		const known = this.values.get(token);
		if (known === undefined) return undefined;
		const formed = form(known.value);
		if (formed !== known.value) this.forms.set(formed, token);
		return formed;
	}

	private field(name: string, value: string): string {
		if (OTHERS.test(name)) return value;
		if (NAMES.includes(name)) return this.name(value);
		if (!HEADERS.includes(name)) return this.text(value);
		const people = mailboxesIn(value);
		return people.length === 0 ? this.text(value) : people.map((one) => this.mailbox(one)).join(', ');
	}

	private mailbox({ name, address, text }: ReturnType<typeof mailboxesIn>[number]): string {
		if (address === undefined) return this.name(text);
		return name === null ? this.text(address) : `${this.name(name)} <${this.text(address)}>`;
	}

	/** A name that has an address or a number in it, or no letter, is hidden as a text. */
	private name(name: string): string {
		const isPlain = /\p{L}/u.test(name) && !/\[\[|[@＠]/.test(name);
		return isPlain ? this.tokenFor('NAME', name) : this.text(name);
	}

	private tokenFor(kind: Kind, value: string): string {
		const normal = value.normalize('NFKC').toLowerCase().replace(SEPARATORS, '');
		const token = tokenOf(kind, this.owner.connection.hashOf(`${kind} ${normal}`));
		const known = this.values.get(token);
		if (known !== undefined && known.normal !== normal) {
			reject(
				this.owner,
				'Two values of this ticket have the same token',
				'Its personal data cannot be hidden. Read the ticket without Hide Personal Data, or leave it out.',
			);
		}
		if (known === undefined) this.values.set(token, { value, normal });
		return token;
	}
}
