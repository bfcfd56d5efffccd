import { addressesIn } from '../../transport/mailHeaders/addresses';
import { isRobot } from '../../transport/mailHeaders/robots';

/** Words with which the subject of an absence note or an automatic reply begins, by language as mail programs write them. */
const REPLIES = [
	'auto(?=\\s*[:：])', 'auto(?:matic|mated)?[ -]?(?:reply|response|answer)', 'out of (?:the )?office',
	'自動(?:応答|返信)(?:メール)?', '不在(?:応答|自動応答)',
	'automatische (?:antwort|r(?:ü|ue)ckantwort|abwesenheits\\w*)', 'abwesenheits(?:notiz|nachricht|meldung|benachrichtigung|assistent)',
	'au(?:ß|ss)er haus',
	'r(?:é|e)ponse automatique', 'message d[\'’]absence', 'absen(?:t|te|ce) du bureau',
	'respuesta autom(?:á|a)tica', 'fuera de (?:la )?oficina', 'ausen(?:te|cia) de la oficina',
	'自动(?:回复|答复)', '自動(?:回覆|回應|答覆)', '외출[ ]?중', '부재[ ]?중', '자동[ ]?(?:회신|응답)',
	'automatisch antwoord', 'afwezig(?:heid\\w*)?',
	'risposta automatica', 'fuori (?:sede|ufficio)', 'resposta autom(?:á|a)tica', 'autosvar', 'automatiskt? svar', 'automaattinen vastaus',
	'automatyczna odpowied(?:ź|z)', 'автоматический ответ',
];

/** Words with which the subject of a bounce or a receipt begins. Customers use them too: in Japan a courier leaves a 不在通知. */
const BOUNCES = [
	'(?:mail )?delivery status notification', 'mail delivery (?:failed|failure|subsystem)', 'undeliverable',
	'undelivered mail returned to sender', 'returned mail: see transcript for details', 'failure notice', '配信状況通知',
	'不在(?:通知|のお知らせ)', '配信(?:不能|エラー|失敗)(?:通知)?',
	'unzustellbar', 'non remis', '(?:é|e)chec de (?:la )?remise', 'no se puede entregar', '開封(?:済み|確認|通知)(?=[:：])',
	'(?:not )?read(?=\\s*:)', '(?:un)?gelesen(?=\\s*:)', '(?:non )?lu(?=\\s*:)', 'le(?:í|i)do(?=\\s*:)',
	'읽음(?=\\s*:)', '(?:已读|已讀)(?=\\s*[:：])',
];

/** `[External]`, `【社外】`, `(EXT)`, `[#7254]`: what mail servers write before a subject. */
const TAGS = String.raw`(?:\s*(?:\[[^\]]{1,30}\]|【[^】]{1,30}】|\([^)]{1,30}\)))`;
/** A subject from its first word on; the word may be in brackets itself. */
const BEFORE = String.raw`${TAGS}{0,3}?\s*[【(「\[]?(?:auto\s?[:：]\s?)?`;
const beginningWith = (words: readonly string[]) => new RegExp(String.raw`^${BEFORE}(?:${words.join('|')})(?![\p{L}\p{N}])(.*)$`, 'isu');
const REPLY = beginningWith(REPLIES);
const BOUNCE = beginningWith(BOUNCES);
/** As IBM's mail program writes it. */
const ABSENT = /^auto\s?[:：] .{1,80} is out of the office\b.{0,80}\(.*\)/isu;
const IN_BRACKETS = /^(?:\([^()]{1,80}\)|（[^（）]{1,80}）|\[[^[\]]{1,80}\])$/u;

/** The part of a subject that is looked at. */
const MAX_SUBJECT = 300;

/** A message: the fields that show whether a program has written it (API document, Message object). */
interface Written {
	from?: unknown;
	title?: unknown;
}

/**
 * Whether a program has written the mail: an absence note, an automatic reply, a bounce or a receipt. Nobody waits for an answer to it.
 * - Words of an automatic reply count from anybody, if nothing is behind them but more such words, a subject of ours, or brackets.
 * - Words of a bounce or receipt count from the address of a robot, or if a subject of ours is behind them: a customer writes
 *   `Undeliverable: my parcel 4711`, and a bounce never comes from the customer's own address.
 *
 * @param ours the subjects of our mails in its ticket, see {@link plainSubjects}
 */
export function isAutomaticMail({ from, title }: Written, ours: ReadonlySet<string>): boolean {
	const subject = subjectOf(title);
	if (ABSENT.test(subject)) return true;
	const [reply, bounce] = [behind(REPLY, subject), behind(BOUNCE, subject)];
	if (reply !== undefined && (isOnlyWords(reply) || IN_BRACKETS.test(reply) || ours.has(plain(reply)))) return true;
	if (bounce === undefined) return false;
	return (bounce !== '' && ours.has(plain(bounce))) || addressesIn(from).some(({ key }) => isRobot(key));
}

/** @returns what is behind the words in a subject; undefined if it does not begin with them */
function behind(words: RegExp, subject: string): string | undefined {
	return words.exec(subject)?.[1].replace(/^[\s:：\-–—,、.。!！\]】)」]+/u, '').trim();
}

/** @returns whether a text is empty or such words alone: `自動返信: 不在のお知らせ` */
function isOnlyWords(text: string): boolean {
	return text === '' || [REPLY, BOUNCE].some((words) => behind(words, text) === '');
}

/** @returns the subjects of mails, as {@link isAutomaticMail} compares them; an empty one is none */
export function plainSubjects(mails: readonly Written[]): Set<string> {
	return new Set(mails.map(({ title }) => plain(subjectOf(title))).filter((subject) => subject !== ''));
}

function subjectOf(title: unknown): string {
	return String(title ?? '').slice(0, MAX_SUBJECT).normalize('NFC');
}

/** @returns a subject without the marks of an answer */
function plain(subject: string): string {
	const own = subject.replace(/^(?:\s*(?:re|aw|fwd?|wg|sv|tr|rv|回复|답장|返信)(?:\[\d+\])?\s*[:：])+/iu, '');
	return own.replace(/\s+/g, ' ').trim().toLowerCase();
}
