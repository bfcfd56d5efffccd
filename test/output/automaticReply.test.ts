/** Subjects of mails that a program wrote: no answer is sent to them, and nobody waits for one. */
import { isAutomaticReply } from '../../nodes/SupportInbox/output/figures/automaticReply';

it.each([
	'Automatic reply: Parcel', 'Auto-Reply', 'Autoreply: x', 'Out of Office: Re: Parcel', 'Out of the office until Monday', 'Undeliverable: Parcel', 'Delivery Status Notification (Failure)', 'Undelivered Mail Returned to Sender',
	'自動応答: 荷物', '【自動返信】お問い合わせ', '不在通知', '不在のお知らせ：荷物',
	'Automatische Antwort: Paket', 'Abwesenheitsnotiz: Paket', 'Unzustellbar: Paket', 'Réponse automatique : Colis', 'Re\u0301ponse automatique: x', 'Absence du bureau', 'Respuesta automática: Paquete', 'Fuera de la oficina',
	'自動回覆: x', '自动回复：您好', '자동 회신: x', '부재중: x', 'Automatisch antwoord: x', 'Risposta automatica: x', 'Resposta automática: x', 'Autosvar: x', 'Automatiskt svar: x', 'Automatyczna odpowiedź: x',
	'Returned mail: see transcript for details', '開封済み: 荷物', '開封確認: 荷物', '配信状況通知 (失敗)',
])('%s is an automatic reply', (subject) => expect(isAutomaticReply(subject)).toBe(true));

it.each(['Parcel', 'Out of office chairs', '自動返信メールが届かない', '不在票について', '開封したら壊れていた', 'Read: my complaint', 'Undelivered: order 48213', 'Returned mail - my parcel came back', '配送エラー', '不在連絡', '開封済み、返品したい', '自動配信（停止希望）', '부재자 투표',  'Your automatic reply is wrong', 'Re: Automatic reply: Parcel', 'Re: 【自動返信】お問い合わせ', null])('%s is none', (subject) =>
	expect(isAutomaticReply(subject)).toBe(false));
