/** Mails that a program wrote: no answer is sent to them, and nobody waits for one. */
import { isAutomaticMail, plainSubjects } from '../../nodes/SupportInbox/output/metrics/automaticMail';

const HANAKO = 'Hanako <hanako@example.jp>';
const OURS = plainSubjects([{ title: 'Re: order' }, { title: '注文' }, { title: null }]);

it.each([
	// An automatic reply, by anybody: nothing, our subject, or brackets behind the words.
	'Automatic reply: order', 'Auto-Reply', 'Autoreply: Re: order', 'Out of Office: Re: order', 'Out of the office (until 30 November)', '[External] Automatic reply: order', '(EXT) Out of office',
	'自動応答: 注文', '【自動返信】注文', '【社外】自動返信: 注文', '自動返信: 不在のお知らせ', 'Automatische Antwort: order', 'Abwesenheitsnotiz: AW: order', 'Réponse automatique : order', 'Re\u0301ponse automatique: order', 'Absence du bureau',
	'Respuesta automática: order', 'Fuera de la oficina', '自動回覆: 注文', '自动回复：order', '자동 회신: order', '부재중', 'Automatisch antwoord: order', 'Risposta automatica: order', 'Resposta automática: order', 'Autosvar: order',
	'Automatiskt svar: order', 'Automatyczna odpowiedź: order', 'Auto: Re: order', 'AUTO: Hanako Yamada is out of the office (returning 30/11/2026)',
	// A bounce or a receipt: our subject behind the words.
	'Undeliverable: order', '[#7254] Undeliverable: order', 'Unzustellbar: order', 'Non remis : order', '開封済み: 注文', 'Read: order', 'Gelesen: order', 'Lu : order', 'Leído: order', '읽음: order', '已读: order', 'Not read: order', '不在通知：注文',
])('%s is automatic, from anybody', (title) => expect(isAutomaticMail({ from: HANAKO, title }, OURS)).toBe(true));

it.each(['Undeliverable: something else', 'Delivery Status Notification (Failure)', 'Undelivered Mail Returned to Sender', 'Returned mail: see transcript for details', '配信状況通知 (失敗)', '配信エラー', 'Read: a mail of last year'])('%s is automatic from a robot alone', (title) => {
	expect(['postmaster@example.jp', 'Mail System <MAILER-DAEMON@mx.example>', 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.jp'].map((from) => isAutomaticMail({ from, title }, OURS))).toEqual([true, true, true]);
	expect(isAutomaticMail({ from: HANAKO, title }, OURS)).toBe(false);
});

it.each([
	'不在通知：再配達のお願い', '配信エラー：動画が見られません', '不在通知', '【不在通知】再配達希望です', '開封済み：返品できますか', '配信エラー？', 'Unzustellbar: Paket 4711', 'Non remis : colis 4711', 'Undeliverable: my parcel 4711',
	'Out of office - how do I switch it on?', '[External] order 123', '【重要】注文の件', 'Auto gesucht', '[Ticket 12] 自動返信が届かない', 'order', 'Out of office chairs', '自動返信メールが届かない', 'Read: my complaint',
	'自動配信（停止希望）', '부재자 투표', 'Your automatic reply is wrong', 'Re: Automatic reply: order', 'Re: 【自動返信】注文', '開封したら壊れていた', 'Undelivered: order', 'Undeliverable:', null,
])('%s is of a person', (title) => expect(isAutomaticMail({ from: HANAKO, title }, OURS)).toBe(false));
