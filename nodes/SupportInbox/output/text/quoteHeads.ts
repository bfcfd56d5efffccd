/** A longer line is never the head of a quote. This limits the time of the patterns below. */
const MAX_LINE = 300;
/** The most lines of a head: mail programs break it at about 76 characters. */
const MAX_HEAD_LINES = 4;
/** The most lines of From, Sent, To and Subject, with Cc, Reply-To and many recipients. */
const MAX_HEADER_LINES = 12;

/** The word before the date of a head, in da, de, en, es, fr, it, nl, no, pl, pt, sv and vi. */
const DATED = String.raw`(?:On|Am|Den|Dnia|El|Em|Il|Le|No dia|Op|Vào|W dniu)\s(?:\S+\s){0,3}\S*\d`;
/** "On Tue, 10 Mar", "Am Dienstag, dem 10.", "tir. 10. mar.", "10 mars 2026", "2026年3月10日", "10/03/2026". */
const HEAD_START = new RegExp(String.raw`^(?:${DATED}|(?:\p{L}{2,12}[.,]{0,2}\s(?:den\s)?)?\d{1,2}\.?\s\p{L}|\d{1,4}\s?[年./-])`, 'u');
/** A head after other words in its line. */
const INNER_START = new RegExp(String.raw`(?<=[\s-])${DATED}`);
/** "Wrote" in many languages. */
const WROTE =
	/(?<!\p{L})(?:wrote|schrieb|geschrieben|a écrit|escribió|skrev|schreef|geschreven|napisał(?:\(a\)|a)?|napisana|pisze|ha scritto|escreveu|kirjoitti|đã viết)(?!\p{L})|書きました|のメール/u;
const ADDRESS = /[^\s<>()@]@[^\s<>()@]/;
const BRACKETED_ADDRESS = /[<(][^\s<>()@]+@[^\s<>()@]+[>)]/;
const DATE = /\d{4}|\d[:.h]\d\d/;
/** "Shop <shop@ex.jp> schrieb am 10.03.2026 um 10:02:" */
const DATED_LAST =
	/^[^<>().!?]{1,60}[<(][^\s<>()@]+@[^\s<>()@]+[>)]\s[^<>]{1,60}\d[:.]\d\d(?:\s(?:uhr|[a-z]{3,4}))?(?:\sgeschrieben)?\s?:$/i;
const ENDS_AS_HEAD = /(?:[:：]|\bwrote)\s*-*$/;
/** The most words of a person's name and address; a longer text, or a sentence, is the writer's own. */
const MAX_NAME_WORDS = 8;

/** A separate line between an answer and the answered mail. */
const ORIGINAL = new RegExp(
	String.raw`^[-‐_=]{2,}\s*(?:${[
		'original message', 'original-?nachricht', 'ursprüngliche nachricht', 'message d[’\']origine', 'mensaje original', '元のメッセージ',
		'oprindelig (?:meddelelse|besked)', 'original meddelelse', '(?:ursprungligt|original) ?meddelande', '(?:opprinnelig|original) melding',
		'oorspronkelijk bericht', 'oryginalna wiadomość', 'wiadomość oryginalna', 'messaggio originale', 'mensagem original',
		'alkuperäinen viesti', '(?:thư|tin nhắn) gốc',
	].join('|')})\s*[-‐_=]{2,}$`,
	'i',
);
/** The line before a forwarded mail. The forwarded text is kept, because the sender wants it to be read. */
const FORWARDED = new RegExp(
	String.raw`^(?:[-‐_=]{2,}\s*(?:${[
		'forwarded message', 'weitergeleitete nachricht', 'message (?:transféré|transmis)', 'mensaje reenviado', '(?:Forwarded by|転送).*',
		'videresendt (?:meddelelse|besked|melding)', 'vidarebefordra[dt]', '(?:doorgestuurd|doorgezonden)', 'przekaza|wiadomość przekazana',
		'messaggio inoltrato', 'mensagem (?:re)?encaminhada', '(?:edelleen ?|välit)', '(?:thư|tin nhắn) (?:đã|được) chuyển tiếp',
	].join('|')})|(?:${[
		'begin forwarded message',
		'anfang der weitergeleiteten nachricht',
		'début du message (?:transféré|réexpédié)',
		'inicio del mensaje reenviado',
		'(?:start på )?videresendt (?:meddelelse|besked|melding)',
		'(?:börja på )?vidarebefordrat (?:meddelande|brev)',
		'begin doorgestuurd bericht',
		'początek przekazywanej wiadomości',
		'inizio (?:del )?messaggio inoltrato',
		'início da mensagem (?:re)?encaminhada',
		'välitetty viesti(?: alkaa)?',
		'bắt đầu (?:thư|tin nhắn) được chuyển tiếp',
	].join('|')})\s?:)`,
	'i',
);
/** "VS" marks an answer in Finnish, but a forwarded mail in Danish and Norwegian. */
const FORWARDED_TITLE = /^\s*(?:fwd?|wg|tr|rv|enc|vs|vb|vl|doorst|pd|転送)\s*[:：]/i;
const RULE = /^[-‐_=*]{5,}$/;

/** Words for answers that stand within the quote. */
const ANSWERS_BELOW =
	/(?<!\p{L})(?:below|in-?line|in (?:red|blue|green|bold)|unten|in (?:rot|blau)|ci-dessous|en (?:rouge|bleu))(?!\p{L})|下記.{0,10}(?:回答|返信|コメント)|赤字|青字|インライン/iu;

/** The lines of the header that Outlook and others put before the answered mail. */
const HEADER = {
	from: /^(?:from|von|de|da|fra|från|van|od|lähettäjä|từ|差出人|送信者)\s*[:：]/i,
	sent: /^(?:sent|date|gesendet|datum|envoyé|enviad[oa](?:\(a\))?(?: el| em)?|fecha|sendt|dato|skickat|verzonden|wysłano|data|inviato|lähetetty|päivämäärä|đã gửi|ngày(?: gửi)?|送信日時|日時|日付)\s*[:：]/i,
	to: /^(?:to|an|à|a|para|til|till|aan|do|vastaanottaja|đến|tới|宛先)\s*[:：]/i,
	subject: /^(?:subject|betreff|objet|asunto|emne|ämne|onderwerp|temat|oggetto|assunto|aihe|chủ đề|tiêu đề|件名)\s*[:：]/i,
};

const PROGRAM = String.raw`(?:iPhone|iPad|iOS|Android|Outlook|Gmail|(?:AOL|GMX|K-9|Proton|Telekom|WEB\.DE|Yahoo!?)[ -]Mail|Mail[ -]App|Samsung|Galaxy|Huawei|Xiaomi|Redmi|OnePlus|Pixel|Xperia|Motorola|Nokia|HTC|LG|Fairphone|BlackBerry|Windows)`;
const BRAND = String.raw`(?<!\p{L})${PROGRAM}`;
/** A device without a brand needs "my": "Sent from our phone shop" is the writer's own text. */
const MY = '(?:my|meinem|mon|mi|min|mijn|mojego|mio|meu)';
const MINE = `${MY} (?:(?:smart|cell |mobile )?phone|mobile|mobil(?:telefon)?|handy|tablet|téléphone|portable|móvil|teléfono|celular|telefoon|telefonu?|cellulare|telefono|telemóvel)`;
const SENT = [
	'Sent (?:from|via|with|using)',
	'Gesendet (?:von|mit|über)',
	'Envoyé (?:de|depuis|avec|à partir de)',
	'Enviad[oa] (?:desde|de|d[ao]|por|via|a partir d[aeo])',
	'Sendt (?:fra|med)',
	'Skickat (?:från|med|via)',
	'(?:Verstuurd|Verzonden) (?:vanaf|vanuit|met|via)',
	'Wysłan[eo] (?:z|za pomocą)',
	'Inviato (?:da|dal|con|tramite)',
	'Lähetetty',
	'(?:(?:Đã|Được) )?gửi từ',
].join('|');
/** Few words about the device or program; with a comma, a colon or more words it is a sentence of the writer. */
const MODEL = String.raw`[^,:;.!?<]{0,25}(?:\s?[<(][^<>()\s]+[>)])?`;
/**
 * The last line that phones and mail programs add to each mail, with their name: "Gesendet mit DHL am Montag, das iPhone liegt bei"
 * is the writer's own text.
 */
const MOBILE = new RegExp(
	`^(?:${[
		`(?:${SENT}) (?:${MINE}|(?:${MY} .{0,25}|(?:[^\\s,:;]+ ){0,2})${BRAND}${MODEL})`,
		`Von (?:${MINE}|(?:meinem )?${BRAND}.{0,25}) gesendet`,
		`Diese Nachricht wurde von .{0,40}${BRAND}.{0,40} gesendet`,
		`(?:私の|Yahoo!メール for |[^、。]{1,8}の)?(?:${PROGRAM}|スマートフォン)から送信`,
		`Outlook for (?:iOS|Android)${MODEL}を入手${MODEL}`,
		`(?:iOS|Android) ?版 ?Outlook ?を入手${MODEL}`,
		`(?:Get|Hent|Få|Skaff deg|Hämta|Skaffa|Download|Pobierz|Scarica|Ottieni|Obter|Obtenha|Hanki|Tải|Lấy|Holen Sie sich) (?:\\S+ )?Outlook \\S{2,5} (?:iOS|Android)${MODEL}`,
		'Outlook (?:für|voor) (?:iOS|Android) (?:herunterladen|beziehen|downloaden|ophalen).{0,60}',
	].join('|')})\\.?$`,
	'iu',
);

/** A head, and the writer's own words before it on its first line. */
export interface Head {
	length: number;
	isSure: boolean;
	own: string;
}

/**
 * Looks for the head of a quote, such as "On Tue, 10 Mar 2026 Anna <a@ex.jp> wrote:", which may be broken into lines.
 *
 * @param lines trimmed
 * @returns how many lines it takes, whether it is certainly a head even if the quote below it has no marks, and the text
 *   before it on its first line
 */
export function headAt(lines: readonly string[], index: number): Head | undefined {
	for (let length = 1, text = ''; length <= MAX_HEAD_LINES; length++) {
		const line = lines[index + length - 1] ?? '';
		text = `${text} ${line}`.trim();
		if (line === '' || text.length > MAX_LINE) return undefined;
		if (!ENDS_AS_HEAD.test(line)) continue;
		const begin = beginOf(text);
		if (begin >= lines[index].length) continue;
		const head = headIn(text.slice(begin), length);
		if (head !== undefined) return { ...head, length, own: withoutDashes(text.slice(0, begin)) };
	}
	return undefined;
}

/** @returns where a head begins: after the writer's own words, if there are any before its date */
function beginOf(text: string): number {
	return HEAD_START.test(withoutMarks(text)) ? 0 : Math.max(0, text.search(INNER_START));
}

function headIn(text: string, length: number): { isSure: boolean } | undefined {
	const bare = withoutMarks(text);
	const isDated = HEAD_START.test(bare) && DATE.test(bare);
	const isNamed = ADDRESS.test(bare);
	const wrote = WROTE.exec(bare)?.index;
	const isDatedLast = wrote !== undefined && DATED_LAST.test(bare);
	const isNameOnly = length === 1 && wrote !== undefined && isName(bare.slice(0, wrote)) && (isNamed || DATE.test(bare));
	if (!(isDated && (wrote !== undefined || isNamed)) && !isDatedLast && !isNameOnly) return undefined;
	const isComplete = wrote !== undefined && BRACKETED_ADDRESS.test(bare);
	return { isSure: isDatedLast || (isComplete && (isDated || text.startsWith('--'))) };
}

function isName(text: string): boolean {
	return text.split(/\s+/).length <= MAX_NAME_WORDS && !/[.!?…]\s/.test(text);
}

/** Removes dashes at the end: dashes between the last words and a head belong to the head. */
function withoutDashes(text: string): string {
	let end = text.length;
	while (end > 0 && /[-\s]/.test(text[end - 1])) end--;
	return text.slice(0, end);
}

/** Removes the characters that mail programs put before a head: dashes, quotation marks, the mark of a quote. */
function withoutMarks(text: string): string {
	return text.replace(/^[-\s">]+/, '');
}

/** @returns whether a quote without marks begins here: with a separate line for it, or with the header of the answered mail */
export function beginsOriginal(lines: readonly string[], index: number): boolean {
	return isShort(lines[index]) && (ORIGINAL.test(lines[index]) || isHeader(lines, index));
}

/**
 * @param above the writer's lines above a quote without marks, trimmed
 * @returns whether they point to what is below them: a writer who cites a mail, or who answers within the quote
 */
export function announcesAnswers(above: readonly string[]): boolean {
	const written = above.filter((line) => line !== '' && !isRule(line));
	return /[:：]$/.test(written.at(-1) ?? '') || written.some((line) => ANSWERS_BELOW.test(line.slice(0, MAX_LINE)));
}

/** Whether From, Sent, To and Subject are here together; a web form that has only some of them is not a quote. */
function isHeader(lines: readonly string[], index: number): boolean {
	const { from, sent } = HEADER;
	const label = lines[index].replace(/\*/g, '');
	if (!from.test(label) && !sent.test(label)) return false;
	const block: string[] = [];
	for (const line of lines.slice(index, index + MAX_HEADER_LINES)) {
		if (line === '') break;
		block.push(line.slice(0, MAX_LINE).replace(/\*/g, ''));
	}
	return Object.values(HEADER).every((label) => block.some((line) => label.test(line)));
}

/** @returns whether a mail with this title is forwarded */
export function isForwardTitle(title: string): boolean {
	return FORWARDED_TITLE.test(title.slice(0, MAX_LINE));
}

/** @returns whether a forwarded mail begins below this line */
export function isForwardLine(line: string): boolean {
	return isShort(line) && FORWARDED.test(line);
}

/** @returns whether a line is only a separator */
export function isRule(line: string): boolean {
	return isShort(line) && RULE.test(line);
}

/** @returns whether this is a line that phones and mail programs add to each mail */
export function isMobileSignature(line: string): boolean {
	return isShort(line) && MOBILE.test(line);
}

function isShort(line: string): boolean {
	return line.length <= MAX_LINE;
}
