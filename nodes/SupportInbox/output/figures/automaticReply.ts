/** Beginnings of the subjects of automatic mails and receipts, by language as mail programs write them. */
const BEGINNINGS = [
	'auto(?:matic|mated)?[ -]?(?:reply|response|answer)', 'out of (?:the )?office', '(?:mail )?delivery status notification', 'mail delivery (?:failed|failure|subsystem)', 'undeliverable', 'undelivered mail returned to sender', 'returned mail: see transcript for details', 'failure notice',
	'開封(?:済み|確認|通知)(?=[:：])', '配信状況通知',
	'自動(?:応答|返信)(?:メール)?', '不在(?:通知|のお知らせ|応答|自動応答)', '配信(?:不能|エラー|失敗)(?:通知)?',
	'automatische (?:antwort|r(?:ü|ue)ckantwort|abwesenheits\\w*)', 'abwesenheits(?:notiz|nachricht|meldung|benachrichtigung|assistent)', 'au(?:ß|ss)er haus', 'unzustellbar',
	'r(?:é|e)ponse automatique', 'message d[\'’]absence', 'absen(?:t|te|ce) du bureau', 'non remis', '(?:é|e)chec de (?:la )?remise',
	'respuesta autom(?:á|a)tica', 'fuera de (?:la )?oficina', 'ausen(?:te|cia) de la oficina', 'no se puede entregar',
	'自动(?:回复|答复)', '自動(?:回覆|回應|答覆)', '외출[ ]?중', '부재[ ]?중', '자동[ ]?(?:회신|응답)', 'automatisch antwoord', 'afwezig(?:heid\\w*)?', 'risposta automatica', 'fuori (?:sede|ufficio)', 'resposta autom(?:á|a)tica',
	'autosvar', 'automatiskt? svar', 'automatisk svar', 'automaattinen vastaus', 'automatyczna odpowied(?:ź|z)', 'автоматический ответ',
];
/**
 * It is no word of a shop, whose customers write about undelivered parcels. It must not go on as the sentence of a person: "Out of
 * office chairs", "自動返信メールが届かない". With Re: before it, it is the answer of a person, such as to our own acknowledgement "【自動返信】...".
 */
const AUTOMATIC = new RegExp(`^[\\s[【(「]*(?:auto\\s?[:：]\\s?)?(?:${BEGINNINGS.join('|')})(?:$|\\s*[^\\p{L}\\p{N}\\s]|\\s+(?:re|until|bis|du)\\b)`, 'iu');

/** The part of a subject that is checked: longer than any such beginning. */
const MAX_BEGINNING = 200;

/** @returns whether the subject is of an automatic mail: out of office, automatic reply, failed delivery. Nobody waits for an answer to it */
export function isAutomaticReply(subject: unknown): boolean {
	return AUTOMATIC.test(String(subject ?? '').slice(0, MAX_BEGINNING).normalize('NFC'));
}
