/** Subjects of mails that a program wrote: no answer is sent to them, and nobody waits for one. */
import { isAutomaticReply } from '../../nodes/SupportInbox/output/figures/automaticReply';

it.each([
	'Automatic reply: Parcel', 'Auto-Reply', 'Autoreply: x', 'Out of Office: Re: Parcel', 'Out of the office until Monday', 'Undeliverable: Parcel', 'Delivery Status Notification (Failure)', 'Undelivered Mail Returned to Sender',
	'自動応答: 荷物', '【自動返信】お問い合わせ', '不在通知', '不在のお知らせ：荷物',
	'Automatische Antwort: Paket', 'Abwesenheitsnotiz: Paket', 'Unzustellbar: Paket', 'Réponse automatique : Colis', 'Re\u0301ponse automatique: x', 'Absence du bureau', 'Respuesta automática: Paquete', 'Fuera de la oficina',
])('%s is an automatic reply', (subject) => expect(isAutomaticReply(subject)).toBe(true));

it.each(['Parcel', 'Out of office chairs', '自動返信メールが届かない', '不在票について', 'Your automatic reply is wrong', 'Re: Automatic reply: Parcel', 'Re: 【自動返信】お問い合わせ', null])('%s is none', (subject) =>
	expect(isAutomaticReply(subject)).toBe(false));
