import type { Look } from './styles';

/** What is between two pieces of text: nothing, blanks, blanks with a line break of the source, a blank in any case. */
export const GAP = { none: 0, blank: 1, line: 2, always: 3 };

/** Characters of Japanese and Chinese, not of Korean: a line break of the source between two of them is no blank (CSS Text 3, 4.1.3). */
const WIDE = String.raw`[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff9f\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]`;
const [HAS_WIDE, WIDE_FIRST, WIDE_LAST] = [WIDE, `^${WIDE}`, `${WIDE}$`].map((pattern) => new RegExp(pattern, 'u'));
const WIDE_BREAK = new RegExp(`(?<=${WIDE})[ \\t\\f]*[\\r\\n][ \\t\\r\\n\\f]*(?=${WIDE})`, 'gu');
const isJoined = (before: string, after: string) => WIDE_LAST.test(before) && WIDE_FIRST.test(after);

/**
 * Characters that take no room. Programs fill the preview of a mail with them and with blanks; one alone may belong to a word. Those of the
 * last range spell words that nobody sees; the flags of some countries need them.
 */
const NO_ROOM = String.raw`[\u00ad\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\u{e0000}-\u{e007f}]|\u034f`;
const FILLERS = new RegExp(String.raw`\u{1f3f4}[\u{e0030}-\u{e007a}]{2,6}\u{e007f}|(?:[ \u00a0\u2000-\u200a\u202f\u3000]|${NO_ROOM}){2,}`, 'gu');
const [HAS_FILLER, ONLY_FILLERS] = [NO_ROOM, `^(?:${NO_ROOM})+$`].map((pattern) => new RegExp(pattern, 'u'));

/** The addresses of links that a person may write down: of the web, a mailbox, a phone. */
const LINK = /^(?:(https?:.*)|mailto:([^?]*)|(?:tel|sms):([^?]*))/is;

/**
 * Puts text together as a person sees it: with blanks where elements and lines of the source meet, and marks for what only looks different.
 */
export class Writer {
	private out = '';
	private gap = GAP.none;
	/** The last two code units of the line, which has none at its beginning, and how they look. */
	private last = '';
	private level = '';
	private isStruck = false;
	/** How many line breaks there are since the last text. */
	private breaks = 0;
	/** The number or dash of an item of a list, until the item has text. */
	private marker = '';
	/** The texts and pictures of the open link. */
	link: { text: string; pictures: string[] } | undefined;

	/** @returns the text since it was last taken */
	append(): string {
		this.endStrike();
		const text = this.out;
		this.out = '';
		if (!HAS_FILLER.test(text)) return text;
		return text.replace(FILLERS, (run) => (run.startsWith('\u{1f3f4}') || !HAS_FILLER.test(run) ? run : ONLY_FILLERS.test(run) ? '' : ' '));
	}

	/**
	 * Writes text of the source as browsers show it. Blanks of letters without size, as between the columns of some mails, still divide words.
	 */
	write(text: string, look: Look): void {
		if (look.isHidden || (look.unseenBy.length > 0 && text.trim() !== '')) return;
		if (look.preservesBreaks) {
			text.split(/\r\n?|\n/).forEach((line, place) => {
				if (place > 0) this.breakLine();
				this.put(line, look);
			});
			return;
		}
		let [begin, end] = [0, text.length];
		while (begin < end && isBlank(text, begin)) begin++;
		while (end > begin && isBlank(text, end - 1)) end--;
		if (begin > 0) this.setGap(gapOf(text.slice(0, begin)));
		if (begin === end) return;
		this.put(inOneLine(text.slice(begin, end)), look);
		if (end < text.length) this.setGap(gapOf(text.slice(end)));
	}

	/** Writes text that has no blanks of the source at its ends. */
	put(text: string, { isStruck, level }: Pick<Look, 'isStruck' | 'level'>): void {
		if (text === '') return;
		let between = this.last === '' || this.gap === GAP.none || (this.gap === GAP.line && isJoined(this.last, text)) ? '' : ' ';
		if (between === '' && this.last !== '' && (level !== this.level || isStruck !== this.isStruck)) {
			const areDigits = /\d$/.test(this.last) && /^\d/.test(text);
			if (level === '^' && level !== this.level) between = /^[-+−\d]/.test(text) ? level : '';
			else if (areDigits) between = level || ' ';
		}
		if (!isStruck) this.endStrike();
		this.out += between + this.marker + (isStruck && !this.isStruck ? '~~' : '') + text;
		if (this.link !== undefined) this.link.text += text;
		this.gap = GAP.none;
		this.breaks = 0;
		this.last = text.slice(-2);
		this.level = level;
		this.isStruck = isStruck;
		this.marker = '';
	}

	/** Leaves a gap before the next text, unless that begins a line. */
	setGap(gap: number): void {
		if (gap > this.gap) this.gap = gap;
	}

	/** Leaves a blank before text that stands for deleted text. */
	insert(): void {
		if (this.isStruck) this.setGap(GAP.always);
	}

	beginItem(marker: string): void {
		this.marker = marker;
	}

	endItem(): void {
		this.marker = '';
	}

	/** @param breaks how many line breaks there are before the next text, at least */
	beginLine(breaks: number): void {
		while (this.breaks < breaks && this.marker === '') this.breakLine();
	}

	breakLine(): void {
		// The text of an item begins on the line of its number.
		if (this.marker !== '') return;
		this.endStrike();
		this.out += (this.gap === GAP.none || this.last === '' ? '' : ' ') + '\n';
		this.breaks++;
		this.gap = GAP.none;
		this.last = '';
		this.level = '';
	}

	/** Ends the open link: its address is beside its text, once. A picture without other text in it is its text. */
	endLink(address: string, look: Look): void {
		const { text, pictures } = this.link ?? { text: '', pictures: [] };
		this.link = undefined;
		if (text.trim() === '' && pictures.length === 0) return;
		if (text.trim() === '') this.put(pictures.filter((words) => words !== '').join(' '), look);
		const [, web, mailbox, phone] = LINK.exec(address) ?? [];
		const shown = web ?? phone ?? (mailbox && decoded(mailbox));
		if (!shown || bare(text) === bare(shown) || (phone && text.replace(/\D/g, '') === phone.replace(/\D/g, ''))) return;
		const { gap, isStruck } = this;
		this.setGap(GAP.always);
		this.put(`(${shown})`, { isStruck, level: '' });
		this.setGap(gap);
	}

	private endStrike(): void {
		if (this.isStruck) this.out += '~~';
		this.isStruck = false;
	}
}

function isBlank(text: string, place: number): boolean {
	const code = text.charCodeAt(place);
	return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

function gapOf(blanks: string): number {
	return /[\r\n]/.test(blanks) ? GAP.line : GAP.blank;
}

/** @returns text with one blank in place of several, or none where a line of Japanese or Chinese goes on */
function inOneLine(text: string): string {
	return (HAS_WIDE.test(text) ? text.replace(WIDE_BREAK, '') : text).replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
}

/** @returns an address without what its text may lack, such as `https://` and the "/" behind a host */
function bare(address: string): string {
	return decoded(address.replace(/\s/g, '').replace(/^https?:\/\//i, '').replace(/\/$/, '').replace(/^[^/]*/, (host) => host.toLowerCase()));
}

function decoded(address: string): string {
	try {
		return decodeURI(address);
	} catch {
		return address;
	}
}
