/** A line that is longer begins no quote; it bounds what the patterns below read. */
const MAX_LINE = 300;
/** Mail programs break a head at some 76 characters. */
const MAX_HEAD_LINES = 4;
/** How many lines From, Sent, To and Subject take at most, with Cc, Reply-To and many recipients. */
const MAX_HEADER_LINES = 12;

/** "On Tue, 10 Mar", "Am Dienstag, dem 10.", "Le mar. 10 mars", "El mar, 10 mar", "2026年3月10日", "10/03/2026". */
const HEAD_START = /^(?:(?:On|Am|Le|El)\s(?:\S+\s){0,3}\S*\d|\d{1,4}\s?[年./-])/;
/** What somebody "wrote". */
const WROTE = /\bwrote\b|\bschrieb\b|\ba écrit\b|\bescribió\b|書きました|のメール/;
const ADDRESS = /[^\s<>()@]@[^\s<>()@]/;
const BRACKETED_ADDRESS = /<[^\s<>@]+@[^\s<>@]+>/;
const DATE = /\d{4}|\d[:.h]\d\d/;
const ENDS_AS_HEAD = /(?:[:：]|\bwrote)\s*-*$/;

/** A line of its own between an answer and the mail that it answers. */
const ORIGINAL = /^[-‐_=]{2,}\s*(?:original message|original-nachricht|ursprüngliche nachricht|message d[’']origine|mensaje original|元のメッセージ)\s*[-‐_=]{2,}$/i;
/** Before a mail that is passed on: that is what its sender wants to be read. */
const FORWARDED = /^(?:[-‐_=]{2,}\s*(?:forwarded message|weitergeleitete nachricht|message (?:transféré|transmis)|mensaje reenviado|(?:Forwarded by|転送).*)|begin forwarded message:|anfang der weitergeleiteten nachricht:|début du message (?:transféré|réexpédié) ?:|inicio del mensaje reenviado:)/i;
const FORWARDED_TITLE = /^\s*(?:fwd?|wg|tr|rv|enc|転送)\s*[:：]/i;
const RULE = /^[-‐_=*]{5,}$/;

/** The header that Outlook and others put before the mail they answer, by what a line holds. */
const HEADER = {
	from: /^(?:from|von|de|差出人|送信者)\s*[:：]/i,
	sent: /^(?:sent|date|gesendet|datum|envoyé|enviado(?: el)?|fecha|送信日時|日時|日付)\s*[:：]/i,
	to: /^(?:to|an|à|a|para|宛先)\s*[:：]/i,
	subject: /^(?:subject|betreff|objet|asunto|件名)\s*[:：]/i,
};

/** What phones put below each mail, as its last line. */
const MOBILE = new RegExp(
	`^(?:${[
		'Sent from my [\\w ]{2,30}',
		'Sent from (?:Outlook|Yahoo Mail|Mail|Gmail|Proton Mail)\\b.{0,60}',
		'Get Outlook for (?:iOS|Android).{0,60}',
		'Von meinem [\\w -]{2,30} gesendet',
		'Gesendet (?:von|mit) .{2,40}',
		'Outlook für (?:iOS|Android) herunterladen.{0,60}',
		'Envoyé (?:de|depuis) mon [\\w ]{2,30}',
		'Envoyé à partir de .{2,40}',
		'Enviado (?:desde|de) mi [\\w ]{2,30}',
		'(?:iPhone|iPad|Android|スマートフォン)から送信',
		'Outlook for (?:iOS|Android).{0,20}を入手.{0,60}',
	].join('|')})\\.?$`,
	'i',
);

/**
 * Looks for the head of a quote, such as "On Tue, 10 Mar 2026 Anna <a@ex.jp> wrote:", which may be broken into lines.
 *
 * @param lines trimmed
 * @returns how many lines it takes, and whether it says enough to be one where nothing marks the quote below it
 */
export function headAt(lines: readonly string[], index: number): { length: number; isSure: boolean } | undefined {
	for (let length = 1, text = ''; length <= MAX_HEAD_LINES; length++) {
		const line = lines[index + length - 1] ?? '';
		text = `${text} ${line}`.trim();
		if (line === '' || text.length > MAX_LINE) return undefined;
		if (!ENDS_AS_HEAD.test(line)) continue;
		const bare = text.replace(/^[-\s"]+/, '');
		const wrote = WROTE.test(bare);
		const isDated = HEAD_START.test(bare) && DATE.test(bare);
		const isNamed = ADDRESS.test(bare);
		if (!(isDated && (wrote || isNamed)) && !(length === 1 && wrote && (isNamed || DATE.test(bare)))) continue;
		return { length, isSure: wrote && BRACKETED_ADDRESS.test(bare) && (isDated || text.startsWith('--')) };
	}
	return undefined;
}

/** @returns whether a quote without marks begins here: a line that says so, or the header of the mail that is answered */
export function beginsOriginal(lines: readonly string[], index: number): boolean {
	return isShort(lines[index]) && (ORIGINAL.test(lines[index]) || isHeader(lines, index));
}

/** From, Sent, To and Subject together; a form on a web page that shows some of them is no quote. */
function isHeader(lines: readonly string[], index: number): boolean {
	const block: string[] = [];
	for (const line of lines.slice(index, index + MAX_HEADER_LINES)) {
		if (line === '') break;
		block.push(line.slice(0, MAX_LINE).replace(/\*/g, ''));
	}
	const { from, sent } = HEADER;
	if (![from, sent].some((label) => label.test(block[0]))) return false;
	return Object.values(HEADER).every((label) => block.some((line) => label.test(line)));
}

/** @returns whether a mail with this title is passed on, and no answer */
export function isForwardTitle(title: string): boolean {
	return FORWARDED_TITLE.test(title.slice(0, MAX_LINE));
}

/** @returns whether a mail that is passed on begins below this line */
export function isForwardLine(line: string): boolean {
	return isShort(line) && FORWARDED.test(line);
}

/** @returns whether a line only separates what is above it from what is below */
export function isRule(line: string): boolean {
	return isShort(line) && RULE.test(line);
}

/** @returns whether this is what a phone puts below each mail */
export function isMobileSignature(line: string): boolean {
	return isShort(line) && MOBILE.test(line);
}

function isShort(line: string): boolean {
	return line.length <= MAX_LINE;
}
