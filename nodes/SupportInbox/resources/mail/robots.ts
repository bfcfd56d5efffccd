/** Programs that write mails, and the mails that programs write by themselves. Nobody reads an answer to them. */

/** Words in an address before the "@", with the characters around them that people put between words. */
const WORDS = [
	'no[._-]?reply', 'do[._-]?not[._-]?reply', 'mailer[._-]?daemon', 'postmaster', 'bounces?', 'auto[._-]?(?:reply|responder?)', 'listserv', 'majordomo',
	'mailman', 'keine?[._-]?antwort', 'nicht[._-]?antworten', 'ne[._-]?pas[._-]?repondre', 'no[._-]?respond(?:er|a)',
];
const ROBOT = new RegExp(`(?:^|[._+=-])(?:${WORDS.join('|')})(?:$|[._+=\\d-])|^owner-|-(?:owner|request)$|^lists?$`, 'i');

/** @returns whether a program is behind an e-mail address, or a list of many people */
export function isRobot(address: string): boolean {
	return ROBOT.test(address.slice(0, address.lastIndexOf('@')));
}

/** How subjects begin that mail programs write: English, Japanese, German, French, Spanish. */
const BEGINNINGS = [
	'auto(?:matic|mated)?[ -]?(?:reply|response|answer)', 'out of (?:the )?office', '(?:mail )?delivery status notification', 'mail delivery (?:failed|failure|subsystem)', 'undeliver(?:able|ed)', 'returned mail', 'failure notice',
	'自動(?:応答|返信)(?:メール)?', '不在(?:通知|のお知らせ|連絡|応答|自動応答)', '(?:配信|配送)(?:不能|エラー|失敗)(?:通知)?',
	'automatische (?:antwort|r(?:ü|ue)ckantwort|abwesenheits\\w*)', 'abwesenheits(?:notiz|nachricht|meldung|benachrichtigung|assistent)', 'au(?:ß|ss)er haus', 'unzustellbar',
	'r(?:é|e)ponse automatique', 'message d[\'’]absence', 'absen(?:t|te|ce) du bureau', 'non remis', '(?:é|e)chec de (?:la )?remise',
	'respuesta autom(?:á|a)tica', 'fuera de (?:la )?oficina', 'ausen(?:te|cia) de la oficina', 'no se puede entregar',
];
/** Behind it the sentence of a person would go on: "Out of office chairs", "自動返信メールが届かない". */
const AUTOMATIC = new RegExp(`^[\\s[【(「]*(?:(?:re|auto|aw)\\s?[:：]\\s?)?(?:${BEGINNINGS.join('|')})(?:$|\\s*[^\\p{L}\\p{N}\\s]|\\s+(?:re|reply|message|mail|until|bis|du)\\b)`, 'iu');

/** A subject is looked at as far as such a beginning reaches. */
const MAX_BEGINNING = 200;

/** @returns whether a mail program wrote the mail by itself: out of office, automatic replies, failed deliveries */
export function isAutomaticReply(subject: unknown): boolean {
	return AUTOMATIC.test(String(subject ?? '').slice(0, MAX_BEGINNING).normalize('NFC'));
}
