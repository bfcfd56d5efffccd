import { Random } from '../../simulator/random';

/**
 * Invented tickets, in Japanese and English, with all personal data that occurs in them. Written before the rules of
 * nodes/SupportInbox/output/personalData, and not adapted to them.
 */

export type Kind = 'email' | 'phone' | 'card' | 'myNumber' | 'postalAddress' | 'name';

/**
 * A text that must not be read by a model, with the characters around it. `name`: a name of the ticket's headers, whole or the part of it
 * that the text has.
 */
export interface Known {
	kind: Kind;
	value: string;
	before: string;
	after: string;
}

export interface InventedMessage {
	action_cd: 'received' | 'sent';
	from: string;
	to: string;
	cc: string | null;
	reply_to: string | null;
	title: string;
	body: string;
	is_html: boolean;
}

/** `harmless`: order numbers, dates, amounts and the like that its texts contain and that must stay. */
export interface InventedTicket {
	language: 'ja' | 'en';
	title: string;
	messages: InventedMessage[];
	known: Known[];
	harmless: string[];
}

const SHOP = { ja: '"サクラ商店 サポート" <support@sakura-shop.example>', en: 'Sakura Shop Support <support@sakura-shop.example>' };

const FAMILY: ReadonlyArray<readonly [kanji: string, latin: string]> = [
	['佐藤', 'Sato'], ['鈴木', 'Suzuki'], ['高橋', 'Takahashi'], ['田中', 'Tanaka'], ['渡邉', 'Watanabe'], ['伊藤', 'Ito'], ['林', 'Hayashi'], ['森', 'Mori'],
	['長谷川', 'Hasegawa'], ['五十嵐', 'Igarashi'], ['小野寺', 'Onodera'], ['齋藤', 'Saito'], ['中村', 'Nakamura'], ['原', 'Hara'], ['山口', 'Yamaguchi'], ['松本', 'Matsumoto'],
	['井上', 'Inoue'], ['東', 'Azuma'], ['勅使河原', 'Teshigawara'], ['さくら', 'Sakura'],
];
const GIVEN: ReadonlyArray<readonly [kanji: string, latin: string]> = [
	['太郎', 'Taro'], ['花子', 'Hanako'], ['健', 'Ken'], ['美咲', 'Misaki'], ['翔太', 'Shota'], ['さくら', 'Sakura'], ['結衣', 'Yui'], ['大輔', 'Daisuke'], ['陽', 'Yo'],
	['真由美', 'Mayumi'], ['健太郎', 'Kentaro'], ['愛', 'Ai'], ['ひとみ', 'Hitomi'], ['直樹', 'Naoki'],
];
const ENGLISH_GIVEN = ['Anna', 'James', 'Mary-Ann', 'Olivia', 'Liam', 'Priya', 'José', 'Chloe', 'Will', 'Grace', 'Mohammed', 'Siobhán', 'Bo', 'Mark', 'Ekaterina', 'Zoë'];
const ENGLISH_FAMILY = ['Smith', "O'Neill", 'Schmidt', 'Garcia', 'van der Berg', 'Patel', 'Nguyen', 'McDonald', 'Long', 'Black', 'Müller', 'Kowalski', 'Li', 'Hernandez', 'Young', 'Fitzgerald'];
const HOSTS = ['mail.example', 'gmail.example', 'docomo.example', 'company.co.example', 'ezweb.ne.example', 'uni-koeln.example'];
const TOWNS = [
	['東京都渋谷区道玄坂', '渋谷マークシティ 12F'], ['大阪府大阪市北区梅田', ''], ['北海道札幌市中央区南一条西', 'コーポ桜 203号室'], ['神奈川県横浜市港北区新横浜', 'メゾン新横浜405'],
	['京都府京都市左京区岡崎天王町', ''], ['福岡県福岡市博多区博多駅前', '第2ビル 801'], ['愛知県名古屋市中区栄', ''], ['沖縄県那覇市久茂地', 'ハイツ海 101'],
] as const;

/** Characters that no text has stand around what is known while a ticket is written, with the number of its kind. */
const [BEGIN, END] = ['\uE000', '\uE001'];
const KINDS: readonly Kind[] = ['email', 'phone', 'card', 'myNumber', 'postalAddress', 'name'];
const unmarked = (text: string) => text.replace(/\uE000\d|\uE001/g, '');

function knownIn(text: string): Known[] {
	return [...text.matchAll(/\uE000(\d)([^\uE001]*)\uE001/g)].map(({ 0: whole, 1: kind, 2: value, index }) => {
		const [before, after] = [unmarked(text.slice(0, index)), unmarked(text.slice(index + whole.length))];
		return { kind: KINDS[Number(kind)], value, before: before.slice(-1), after: after.slice(0, 1) };
	});
}

/** One ticket's personal data in the spellings that its author uses. */
class Author {
	readonly harmless: string[] = [];

	constructor(readonly random: Random) {}

	/** @returns the value, marked as what must be hidden */
	hides(kind: Kind, value: string): string {
		return `${BEGIN}${KINDS.indexOf(kind)}${value}${END}`;
	}

	/** Adds the value to what must stay. @returns it */
	keeps(value: string): string {
		this.harmless.push(value);
		return value;
	}

	digits(count: number): string {
		return Array.from({ length: count }, () => this.random.between(0, 9)).join('');
	}

	email(local: string): string {
		return `${local}@${this.random.pick(HOSTS)}`;
	}

	phoneJa(): string {
		const { random } = this;
		const mobile = `${random.pick(['070', '080', '090'])}-${this.digits(4)}-${this.digits(4)}`;
		const fixed = random.pick([`03-${random.between(3, 6)}${this.digits(3)}-${this.digits(4)}`, `0${random.between(42, 99)}-${this.digits(3)}-${this.digits(4)}`, `06-6${this.digits(3)}-${this.digits(4)}`]);
		const number = random.chance(0.6) ? mobile : fixed;
		const wide = (text: string) => text.replace(/[\d-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
		return random.pick([
			number, number, number, number.replace(/-/g, ''), number.replace(/-/g, ' '), wide(number), `+81-${number.slice(1)}`, `+81 ${number.slice(1).replace(/-/g, ' ')}`,
			number.replace(/^(\d+)-/, '($1)'), number.replace(/^(\d+)-(\d+)-/, '$1($2)'), number.replace(/-/g, 'ー'), number.replace(/-/g, '‐'),
		]);
	}

	phoneEn(): string {
		const { random } = this;
		const [area, exchange, line] = [`${random.between(2, 9)}${this.digits(2)}`, `${random.between(2, 9)}${this.digits(2)}`, this.digits(4)];
		return random.pick([
			`(${area}) ${exchange}-${line}`, `${area}-${exchange}-${line}`, `${area}.${exchange}.${line}`, `+1 ${area} ${exchange} ${line}`, `+1-${area}-${exchange}-${line}`,
			`+44 20 7${this.digits(3)} ${this.digits(4)}`, `+44 7${this.digits(3)} ${this.digits(6)}`, `020 7${this.digits(3)} ${this.digits(4)}`, `07${this.digits(3)} ${this.digits(6)}`,
			`+49 30 ${this.digits(7)}`, `+491${this.digits(10)}`, `0049 221 ${this.digits(6)}`, `1-${area}-${exchange}-${line}`,
		]);
	}

	/** A number with a right check digit (Luhn). */
	card(): string {
		const { random } = this;
		const isAmex = random.chance(0.15);
		const begin = isAmex ? random.pick(['34', '37']) : random.pick(['4', '51', '55', '2221', '3528', '3589', '6011']);
		const body = begin + this.digits((isAmex ? 14 : 15) - begin.length);
		const sum = [...body].reverse().map(Number).reduce((all, digit, place) => all + (place % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0);
		const number = body + String((10 - (sum % 10)) % 10);
		const parts = (isAmex ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/).exec(number)!.slice(1);
		return random.pick([number, parts.join(' '), parts.join('-'), parts.join(' ')]);
	}

	/** An individual number with a right check digit. */
	myNumber(): string {
		const body = this.digits(11);
		const sum = [...body].reverse().map(Number).reduce((all, digit, place) => all + digit * (place < 6 ? place + 2 : place - 4), 0);
		const rest = sum % 11;
		const number = body + (rest <= 1 ? 0 : 11 - rest);
		return this.random.pick([number, number.replace(/(\d{4})(?=\d)/g, '$1 '), number.replace(/(\d{4})(?=\d)/g, '$1-')]);
	}

	postalAddress(): string {
		const { random } = this;
		const [town, building] = random.pick(TOWNS);
		const code = random.pick([`${this.digits(3)}-${this.digits(4)}`, this.digits(7), `${this.digits(3)}－${this.digits(4)}`]);
		const place = random.pick([
			`${random.between(1, 9)}-${random.between(1, 30)}-${random.between(1, 30)}`, `${random.between(1, 9)}丁目${random.between(1, 30)}番${random.between(1, 20)}号`,
			`${random.between(1, 9)}－${random.between(1, 30)}`,
		]);
		const gap = random.pick([' ', '\u3000', '\n']);
		return `${random.pick(['〒', '〒 '])}${code}${gap}${town}${place}${building === '' ? '' : `${random.pick([' ', '\u3000'])}${building}`}`;
	}

	/** What looks like a number of a person, and is none. */
	number(): string {
		const { random } = this;
		const year = random.between(2024, 2026);
		const [month, day] = [String(random.between(1, 12)).padStart(2, '0'), String(random.between(1, 28)).padStart(2, '0')];
		const thousands = `${random.between(1, 99)},${this.digits(3)}`;
		return this.keeps(random.pick([
			`SO-${year}${month}${day}-${this.digits(4)}`, `#${random.between(10, 99)}${this.digits(4)}`, `${this.digits(3)}-${this.digits(7)}-${this.digits(7)}`, `${random.between(1, 9)}${this.digits(9)}`,
			`${this.digits(4)}-${this.digits(4)}-${this.digits(4)}`, `49${this.digits(11)}`, `A${this.digits(8)}`, `${year}${month}${day}${this.digits(6)}`,
			`${year}-${month}-${day}`, `${year}/${month}/${day} 14:30`, `${year}年${Number(month)}月${Number(day)}日`, `${day}.${month}.${year}`, `${month}/${day}/${year}`,
			`${thousands}円`, `¥${thousands}`, `$${thousands}.00`, `€1,${thousands}.50`, `JPY ${thousands}`, `${random.between(2, 40)}個`, `v${random.between(1, 20)}.${random.between(0, 30)}.${random.between(0, 9)}`,
			`10.0.${random.between(1, 250)}.${random.between(1, 250)}`, `INV${year}${this.digits(5)}`, `${random.between(10, 23)}:00-${random.between(10, 23)}:00`,
		]));
	}
}

type Personal = (author: Author) => string;

/** One sentence or block of personal data each. */
const JA: readonly Personal[] = [
	(author) => `電話番号は${author.hides('phone', author.phoneJa())}です。`,
	(author) => `TEL：${author.hides('phone', author.phoneJa())}`,
	(author) => `日中は ${author.hides('phone', author.phoneJa())} までご連絡ください。`,
	(author) => `携帯 ${author.hides('phone', author.phoneJa())}\nFAX ${author.hides('phone', author.phoneJa())}`,
	(author) => `別のアドレス ${author.hides('email', author.email(`k${author.digits(3)}.sub`))} にも送ってください。`,
	(author) => `メール：${author.hides('email', author.email(`info${author.digits(2)}`))}（会社）`,
	(author) => `届け先は${author.hides('postalAddress', author.postalAddress())}\nです。`,
	(author) => `住所\n${author.hides('postalAddress', author.postalAddress())}\n`,
	(author) => `カード番号は${author.hides('card', author.card())}、有効期限は来年です。`,
	(author) => `クレジットカード: ${author.hides('card', author.card())}`,
	(author) => `マイナンバーは${author.hides('myNumber', author.myNumber())}です。`,
	(author) => `個人番号：${author.hides('myNumber', author.myNumber())}`,
];
const EN: readonly Personal[] = [
	(author) => `You can call me on ${author.hides('phone', author.phoneEn())}.`,
	(author) => `Phone: ${author.hides('phone', author.phoneEn())}`,
	(author) => `My mobile is ${author.hides('phone', author.phoneEn())}, the office ${author.hides('phone', author.phoneEn())}.`,
	(author) => `Tel. ${author.hides('phone', author.phoneEn())} (after six)`,
	(author) => `Please copy ${author.hides('email', author.email(`billing.${author.digits(2)}`))} as well.`,
	(author) => `My other address is <${author.hides('email', author.email(`j_${author.digits(3)}+shop`))}>.`,
	(author) => `I paid with ${author.hides('card', author.card())} yesterday.`,
	(author) => `Card number: ${author.hides('card', author.card())}, expires 04/28`,
	(author) => `Send it to ${author.hides('postalAddress', author.postalAddress())}\nplease.`,
	(author) => `My Number: ${author.hides('myNumber', author.myNumber())}`,
];

function japanese(author: Author): Omit<InventedTicket, 'known' | 'harmless'> {
	const { random } = author;
	const [[family, familyLatin], [given, givenLatin]] = [random.pick(FAMILY), random.pick(GIVEN)];
	const shown = random.pick([`${family} ${given}`, `${family}${given}`, `${family}\u3000${given}`, `${givenLatin} ${familyLatin}`, family]);
	const isLatin = shown.includes(familyLatin);
	const [own, self] = isLatin ? [familyLatin, givenLatin] : [family, given];
	const address = author.hides('email', author.email(`${familyLatin.toLowerCase()}.${author.digits(3)}`));
	const whole = author.hides('name', shown);
	const encoded = `=?UTF-8?B?${Buffer.from(shown).toString('base64')}?=`;
	const from = random.pick([`${whole} <${address}>`, `"${whole}" <${address}>`, `${encoded} <${address}>`]);
	const begin = random.pick([
		() => `${author.hides('name', own)}です。`, () => `お世話になっております。${author.hides('name', own)}と申します。`, () => `サクラ商店 ご担当者様\n\n${author.hides('name', shown)}と申します。`, () => 'はじめまして。',
	])();
	const end = random.pick([() => `\n${author.hides('name', shown)}`, () => `\n---\n${author.hides('name', shown)}\n${address}`, () => `よろしくお願いいたします。\n${author.hides('name', own)}`, () => 'よろしくお願いします。']);
	const middle = [
		`${author.number()} の件です。`, random.pick(JA)(author), `注文番号は${author.number()}、金額は${author.number()}でした。`, random.pick(JA)(author), `${author.number()} までに返信をお願いします。`,
	].join('\n');
	const answer = random.pick([
		() => `${author.hides('name', own)}様\n\nお問い合わせありがとうございます。${author.number()} について確認いたします。`,
		() => `${author.hides('name', shown)} 様\n\nご注文 ${author.number()} は発送済みです。`,
		() => (shown === family || isLatin ? 'お待ちください。' : `${author.hides('name', self)}さん、こんにちは。${author.number()} ですね。`),
	])();
	const title = random.pick([`${author.number()} が届きません`, '返品について', `【${author.hides('name', own)}様】お問い合わせ`]);
	return ticketOf('ja', author, { title, from, address, customer: `${whole} <${address}>`, body: `${begin}\n${middle}\n${end()}`, answer });
}

function english(author: Author): Omit<InventedTicket, 'known' | 'harmless'> {
	const { random } = author;
	const [given, family] = [random.pick(ENGLISH_GIVEN), random.pick(ENGLISH_FAMILY)];
	const address = author.hides('email', author.email(`${given[0].toLowerCase()}.x${author.digits(3)}`));
	const full = `${given} ${family}`;
	const whole = author.hides('name', full);
	const from = random.pick([`${whole} <${address}>`, `"${author.hides('name', family)}, ${author.hides('name', given)}" <${address}>`, `=?UTF-8?Q?${[...Buffer.from(full)].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')}?= <${address}>`]);
	const begin = random.pick([() => `Hi, this is ${author.hides('name', full)}.`, () => `Hello, my name is ${author.hides('name', given)}.`, () => 'Good morning,', () => `${author.hides('name', family)} here.`])();
	const end = random.pick([
		() => `Best regards,\n${author.hides('name', full)}`, () => `Thanks, ${author.hides('name', given)}`, () => `Cheers\n${author.hides('name', given.toLowerCase())}`, () => `Sincerely,\n${author.hides('name', full.toUpperCase())}\n${address}`,
		() => 'Thank you.',
	]);
	const middle = [
		`It is about ${author.number()}.`, random.pick(EN)(author), `The order is ${author.number()} and the total was ${author.number()}.`, random.pick(EN)(author), `I need it by ${author.number()}.`,
	].join('\n');
	const answer = random.pick([
		() => `Dear ${author.hides('name', given)},\n\nthank you for your message about ${author.number()}.`, () => `Dear Mr/Ms ${author.hides('name', family)},\n\nyour parcel ${author.number()} has left.`,
		() => `Hello ${author.hides('name', full)}!\n\nWe refunded ${author.number()}.`,
	])();
	const title = random.pick([`Order ${author.number()} has not arrived`, 'Return', `Complaint of ${author.hides('name', full)}`]);
	return ticketOf('en', author, { title, from, address, customer: `${whole} <${address}>`, body: `${begin}\n${middle}\n${end()}`, answer });
}

interface Written {
	title: string;
	from: string;
	address: string;
	customer: string;
	body: string;
	answer: string;
}

function ticketOf(language: 'ja' | 'en', author: Author, { title, from, address, customer, body, answer }: Written): Omit<InventedTicket, 'known' | 'harmless'> {
	const { random } = author;
	const isHtml = random.chance(0.3);
	const html = (text: string) => `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>')}</p>`;
	const colleague = random.chance(0.3) ? author.hides('email', author.email(`c${author.digits(4)}`)) : null;
	const replyTo = random.chance(0.2) ? author.hides('email', author.email(`r${author.digits(4)}`)) : null;
	return {
		language,
		title,
		messages: [
			{ action_cd: 'received', from, to: SHOP[language], cc: colleague, reply_to: replyTo, title, body: isHtml ? html(body) : body, is_html: isHtml },
			{ action_cd: 'sent', from: SHOP[language], to: customer, cc: null, reply_to: null, title: `Re: ${title}`, body: `${answer}\n\n> ${body.replace(/\n/g, '\n> ')}\n> ${address}`, is_html: false },
		],
	};
}

/** @returns 200 tickets, half of them Japanese, the same for the same seed */
export function inventedTickets(seed: number): InventedTicket[] {
	const random = new Random(seed);
	return Array.from({ length: 200 }, (_, index) => {
		const author = new Author(random);
		const ticket = index % 2 === 0 ? japanese(author) : english(author);
		const messages = ticket.messages.map((message) => Object.fromEntries(Object.entries(message).map(([name, value]) => [name, typeof value === 'string' ? unmarked(value) : value])) as unknown as InventedMessage);
		const texts = [ticket.title, ...ticket.messages.flatMap((message) => Object.values(message))].filter((value) => typeof value === 'string');
		return { language: ticket.language, title: unmarked(ticket.title), messages, known: texts.flatMap(knownIn), harmless: author.harmless.filter((value) => texts.some((text) => text.includes(value))) };
	});
}
