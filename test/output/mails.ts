/** An answer to a mail as a mail program writes it: its own words are "Two are broken." and "Please send new ones." */
export interface Mail {
	program: string;
	body: string;
	is_html: boolean;
	/** default: an answer's */
	title?: string;
}

const OLD = 'Thank you for your order.';
const text = (program: string, body: string): Mail => ({ program, body, is_html: false });
const html = (program: string, body: string): Mail => ({ program, body, is_html: true });
const NEW = 'Two are broken.\n\nPlease send new ones.';
const NEW_HTML = '<div>Two are broken.</div><div><br></div><div>Please send new ones.</div>';
const SHOP = 'Shop Support <support@shop.example>';
const quoted = (head: string) => `${NEW}\n\n${head}\n\n> ${OLD}\n`;
/** @param heads of the four lines above the text that is answered; @param rule above them */
const outlook = (language: string, [from, sent, to, subject]: string[], rule = '') =>
	text(`Outlook, ${language}`, [NEW, '', ...(rule ? [rule] : []), `${from}: ${SHOP}`, sent, `${to}: Hanako`, subject, '', OLD, ''].join('\r\n'));

export const answers: Mail[] = [
	text('Gmail, English', `${NEW}\n\nOn Tue, Mar 10, 2026 at 10:02 AM Shop Support <\nsupport@shop.example> wrote:\n\n> ${OLD}\n>\n> Shop\n>\n`),
	text('Gmail, German', quoted('Am Di., 10. März 2026 um 10:02 Uhr schrieb Shop Support <\nsupport@shop.example>:')),
	text('Gmail, French', `${NEW}\n\n-- \nHanako\n\nLe mar. 10 mars 2026 à 10:02, Shop Support <support@shop.example> a\nécrit :\n\n> ${OLD}\n`),
	text('Gmail, Spanish', quoted('El mar, 10 mar 2026 a las 10:02, Shop Support (<support@shop.example>)\nescribió:')),
	text('Gmail, Japanese', quoted(`2026年3月10日(火) 10:02 ${SHOP}:`)),
	html(
		'Gmail',
		`<div dir="ltr">${NEW_HTML}<div><br clear="all"></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div>Hanako Yamada</div></div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Mar 10, 2026 at 10:02&#8239;AM Shop Support &lt;<a href="mailto:support@shop.example">support@shop.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex"><div>${OLD}<div>Shop</div></div></blockquote></div>`,
	),
	text('Outlook, English', `${NEW}\r\n\r\nFrom: Shop Support <support@shop.example>\r\nSent: Tuesday, March 10, 2026 10:02 AM\r\nTo: Hanako <h@mail.example>\r\nSubject: Your order\r\n\r\n${OLD}\r\n\r\nShop\r\n`),
	outlook('German', ['Von', 'Gesendet: Dienstag, 10. März 2026 10:02', 'An', 'Betreff: Ihre Bestellung'], '-----Ursprüngliche Nachricht-----'),
	outlook('French', ['De ', 'Envoyé : mardi 10 mars 2026 10:02', 'À ', 'Objet : Votre commande']),
	outlook('Spanish', ['De', 'Enviado: martes, 10 de marzo de 2026 10:02', 'Para', 'Asunto: Su pedido'], '________________________________'),
	outlook('Japanese', ['差出人', '送信日時: 2026年3月10日 10:02', '宛先', '件名: ご注文'], '-----Original Message-----'),
	html(
		'Outlook for Windows',
		`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">Two are broken.<o:p></o:p></p><p class="MsoNormal">Please send new ones.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> Shop Support &lt;support@shop.example&gt; <br><b>Sent:</b> Tuesday, March 10, 2026 10:02 AM<br><b>To:</b> Hanako<br><b>Cc:</b> Taro<br><b>Subject:</b> Your order<o:p></o:p></p></div></div><p class="MsoNormal">${OLD}<o:p></o:p></p></div></body></html>`,
	),
	html(
		'Outlook on the web',
		`<div class="elementToProof">Two are broken.</div><div class="elementToProof"><br></div><div class="elementToProof">Please send new ones.</div><div id="Signature"><p>Hanako Yamada</p></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>Von:</b> Shop Support &lt;support@shop.example&gt;<br><b>Gesendet:</b> Dienstag, 10. März 2026 10:02<br><b>An:</b> Hanako<br><b>Betreff:</b> Ihre Bestellung</font><div>&nbsp;</div></div><div>${OLD}</div>`,
	),
	html(
		'Outlook for iOS',
		`<div dir="ltr">Two are broken.</div><div dir="ltr"><br></div><div dir="ltr">Please send new ones.</div><div id="ms-outlook-mobile-signature"><div><br></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Shop Support &lt;support@shop.example&gt;<br><b>Sent:</b> Tuesday, March 10, 2026 10:02:00 AM<br><b>To:</b> Hanako<br><b>Subject:</b> Your order<div>&nbsp;</div></div><div>${OLD}</div>`,
	),
	text('Apple Mail', `${NEW}\n\n> On 10 Mar 2026, at 10:02, Shop Support <support@shop.example> wrote:\n> \n> ${OLD}\n`.replace('> On', 'On')),
	text('iPhone, Japanese', `${NEW}\n\niPhoneから送信\n\n2026/03/10 10:02、Shop Support <support@shop.example>のメール:\n\n> ${OLD}\n`),
	text('iPhone, German', `${NEW}\n\nVon meinem iPhone gesendet\n\n> Am 10.03.2026 um 10:02 schrieb Shop Support <support@shop.example>:\n> \n> ${OLD}\n`.replace('> Am', 'Am')),
	html(
		'iPhone',
		`<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto"><div dir="ltr"></div>Two are broken.<div><br></div><div>Please send new ones.<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 10 Mar 2026, at 10:02, Shop Support &lt;support@shop.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${OLD}</div></blockquote></div></body></html>`,
	),
	text('Thunderbird, answer below', `On 10/03/2026 10:02, Shop Support wrote:\n> ${OLD}\n> \n> Shop\n\n${NEW}\n\n-- \nHanako Yamada\nTokyo\n`),
	html(
		'Thunderbird',
		`<p>Two are broken.</p><p>Please send new ones.<br></p><pre class="moz-signature" cols="72">-- \nHanako Yamada</pre><div class="moz-cite-prefix">Il 10/03/2026 10:02, Shop Support ha scritto:<br></div><blockquote type="cite" cite="mid:1@shop.example"><p>${OLD}</p></blockquote>`,
	),
	html(
		'Yahoo Mail',
		`<div class="ydp1yahoo-style-wrap"><div dir="ltr">Two are broken.</div><div dir="ltr"><br></div><div dir="ltr">Please send new ones.</div></div><div id="yahoo_quoted_8921" class="yahoo_quoted"><div><div>On Tuesday, March 10, 2026 at 10:02:00 AM GMT+9, Shop Support &lt;support@shop.example&gt; wrote: </div><div><br></div><div><div>${OLD}</div></div></div></div>`,
	),
	html(
		'Proton Mail',
		`<div style="font-family: Arial">Two are broken.</div><div><br></div><div>Please send new ones.</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Tuesday, March 10th, 2026 at 10:02, Shop Support &lt;support@shop.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite"><div>${OLD}</div></blockquote></div>`,
	),
	html(
		'GMX and WEB.DE',
		`<html><body><div>${NEW_HTML}<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 10. März 2026 um 10:02 Uhr<br/><b>Von:</b>&nbsp;"Shop Support" &lt;support@shop.example&gt;<br/><b>An:</b>&nbsp;h@mail.example<br/><b>Betreff:</b>&nbsp;Ihre Bestellung</div><div name="quoted-content">${OLD}</div></div></div></body></html>`,
	),
	html(
		'Zoho Mail',
		`<div>${NEW_HTML}<div class="zmail_extra"><br><div id="Zm-_Id_-Sgn1">---- On Tue, 10 Mar 2026 10:02:00 +0900 <b>Shop Support &lt;support@shop.example&gt;</b> wrote ----</div><br><blockquote id="blockquote_zmail" style="margin: 0px;"><div>${OLD}</div></blockquote></div></div>`,
	),
	html(
		'Fastmail',
		`${NEW_HTML}<div id="sig39562"><div class="signature">Hanako Yamada</div></div><div>On Tue, Mar 10, 2026, at 10:02 AM, Shop Support wrote:</div><blockquote type="cite" id="qt" style=""><div>${OLD}</div></blockquote>`,
	),
	html(
		'Roundcube',
		`<p>Two are broken.</p><p>Please send new ones.</p><p id="reply-intro">Am 2026-03-10 10:02, schrieb Shop Support:</p><blockquote type="cite" style="padding: 0 0.4em"><div class="pre">${OLD}</div></blockquote>`,
	),
	text('Samsung Email', `${NEW}\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Shop Support <support@shop.example>\nDate: 10/03/2026 10:02 (GMT+09:00)\nTo: h@mail.example\nSubject: Your order\n\n${OLD}\n`),
	text('Becky!', `${NEW}\n\nOn Tue, 10 Mar 2026 10:02:00 +0900\nShop Support <support@shop.example> wrote:\n\n> ${OLD}\n> Shop\n`),
	text('Shuriken', `${NEW}\n\n"Shop Support" <support@shop.example> さんは書きました:\n> ${OLD}\n`),
	text('HCL Notes', `${NEW}\n\n-----"Shop Support" <support@shop.example> schrieb: -----\nAn: h@mail.example\nVon: "Shop Support" <support@shop.example>\nDatum: 10.03.2026 10:02\nBetreff: Ihre Bestellung\n\n${OLD}\n`),
	text('Mutt', `On Tue, Mar 10, 2026 at 10:02:00AM +0900, Shop Support wrote:\n> ${OLD}\n\n${NEW}\n`),
	text('Gmail, Danish', quoted(`Den tirs. 10. mar. 2026 kl. 10.02 skrev ${SHOP}:`)),
	text('Gmail, Swedish', quoted(`Den tis 10 mars 2026 kl 10:02 skrev ${SHOP}:`)),
	text('Gmail, Norwegian', quoted(`tir. 10. mar. 2026 kl. 10:02 skrev ${SHOP}:`)),
	text('Gmail, Dutch', quoted(`Op di 10 mrt 2026 om 10:02 schreef ${SHOP}:`)),
	text('Gmail, Polish', quoted(`wt., 10 mar 2026 o 10:02 ${SHOP} napisał(a):`)),
	text('Gmail, Italian', quoted(`Il giorno mar 10 mar 2026 alle ore 10:02 ${SHOP} ha scritto:`)),
	text('Gmail, Portuguese', quoted(`Em ter., 10 de mar. de 2026 às 10:02, ${SHOP} escreveu:`)),
	text('Gmail, Finnish', quoted('ti 10. maalisk. 2026 klo 10.02 Shop Support (support@shop.example) kirjoitti:')),
	text('Gmail, Vietnamese', quoted(`Vào Th 3, 10 thg 3, 2026 vào lúc 10:02 ${SHOP} đã viết:`)),
	text('Gmail for Android, German', quoted(`${SHOP} schrieb am Di., 10. März 2026, 10:02:`)),
	text('Open-Xchange, German', quoted(`${SHOP} hat am 10.03.2026 10:02 CET geschrieben:`)),
	text('Apple Mail, Dutch', quoted(`Op 10 mrt. 2026 om 10:02 heeft ${SHOP} het volgende geschreven:`)),
	text('Apple Mail, Polish', quoted(`Wiadomość napisana przez ${SHOP} w dniu 10 mar 2026, o godz. 10:02:`)),
	text('Apple Mail, Portuguese', quoted(`No dia 10/03/2026, às 10:02, ${SHOP} escreveu:`)),
	text('Apple Mail, Finnish', quoted(`${SHOP} kirjoitti 10.3.2026 kello 10.02:`)),
	text('Apple Mail, Swedish', quoted(`10 mars 2026 kl. 10:02 skrev ${SHOP}:`)),
	text('Thunderbird, Polish', quoted('W dniu 10.03.2026 o 10:02, Shop Support pisze:')),
	text('Thunderbird, Norwegian', quoted('Den 10.03.2026 10:02, skrev Shop Support:')),
	text('Thunderbird, German', quoted('Am 10.03.26 um 10:02 schrieb Shop Support:')),
	text('Outlook on the web, Danish', quoted(`tirsdag den 10. marts 2026 kl. 10.02 skrev ${SHOP}:`)),
	...[
		'Sent from my mobile phone', 'Sent from Samsung Mobile', 'Sent with Proton Mail secure email.', 'Von meinem Handy gesendet', 'Von Samsung-Tablet gesendet', 'Gesendet mit der GMX Mail App',
		'Outlook für Android beziehen', 'Gửi từ Outlook cho Android', 'Verzonden via Yahoo Mail op Android', 'Enviado desde mi móvil', 'Envoyé de mon téléphone', 'Enviado via iPhone', '私のiPhoneから送信',
		'Xperiaから送信', 'ドコモのスマートフォンから送信', 'iOS 版 Outlook を入手', 'Sent from my Verizon, Samsung Galaxy smartphone', 'Get Outlook for Android<https://aka.ms/x>',
		'Sendt fra min iPhone', 'Skickat från min iPhone', 'Skaff deg Outlook for iOS', 'Verstuurd vanaf mijn iPhone',
		'Wysłane z iPhone’a', 'Inviato da iPhone', 'Enviado do meu iPhone', 'Lähetetty iPhonesta', 'Đã gửi từ iPhone của tôi',
		'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
	].map((line) => text(line, `${NEW}\n\n${line}\n`)),
	outlook('Danish', ['Fra', 'Sendt: 10. marts 2026 10:02', 'Til', 'Emne: Din ordre'], '-----Oprindelig meddelelse-----'),
	outlook('Swedish', ['Från', 'Skickat: den 10 mars 2026 10:02', 'Till', 'Ämne: Din order']),
	outlook('Norwegian', ['Fra', 'Sendt: tirsdag 10. mars 2026 10:02', 'Til', 'Emne: Din ordre']),
	outlook('Dutch', ['Van', 'Verzonden: dinsdag 10 maart 2026 10:02', 'Aan', 'Onderwerp: Uw bestelling']),
	outlook('Polish', ['Od', 'Wysłano: wtorek, 10 marca 2026 10:02', 'Do', 'Temat: Zamówienie']),
	outlook('Italian', ['Da', 'Inviato: martedì 10 marzo 2026 10:02', 'A', 'Oggetto: Il suo ordine']),
	outlook('Portuguese', ['De', 'Enviada em: terça-feira, 10 de março de 2026 10:02', 'Para', 'Assunto: Seu pedido']),
	outlook('Finnish', ['Lähettäjä', 'Lähetetty: tiistai 10. maaliskuuta 2026 10.02', 'Vastaanottaja', 'Aihe: Tilaus']),
	outlook('Vietnamese', ['Từ', 'Đã gửi: Thứ Ba, 10 tháng 3, 2026 10:02', 'Đến', 'Chủ đề: Đơn hàng']),
	text('a quote with its head in it', `${NEW}\n\n> On 10 Mar 2026, at 10:02, Shop Support <support@shop.example> wrote:\n>\n> ${OLD}\n`),
	text('a head behind the last words', `${NEW} --- On Tue, Mar 10, 2026 at 10:02 AM, support@shop.example wrote:\n\n> ${OLD}\n`),
	text('a long head behind the last words', `${NEW} On Tue, Mar 10, 2026 at 10:02 AM Shop Support <support@shop.example>\nwrote:\n\n${OLD}\n`),
	html('Gmail, a head without its element', `${NEW_HTML}<div>On Tue, Mar 10, 2026 at 10:02 AM Shop Support &lt;support@shop.example&gt; wrote:</div><blockquote class="gmail_quote">${OLD}</blockquote>`),
	html('Front, with an older quote', `${NEW_HTML}<blockquote type="cite" class="front-blockquote"><div>On March 10, 2026, Shop Support &lt;support@shop.example&gt; wrote:</div><blockquote>Hello.</blockquote><div>${OLD}</div></blockquote>`),
	text('Windows Mail', `${NEW}\n\nSent from Mail for Windows\n\nFrom: Shop Support\nSent: Tuesday, March 10, 2026 10:02 AM\nTo: Hanako\nSubject: Your order\n\n${OLD}\n`),
];

const whole = (program: string, body: string, rest: Partial<Mail> = {}): Mail => ({ program, body, is_html: false, ...rest });
const HEAD = 'On Tue, Mar 10, 2026 at 10:02 AM Shop Support <support@shop.example> wrote:';
const HEADER = 'From: Shop\nSent: Tuesday, March 10, 2026 10:02 AM\nTo: Hanako\nSubject: Your order';

/** Mails of which it is not sure which part is new. */
export const unsure: Mail[] = [
	whole('answers between the lines', `${HEAD}\n> Which size?\n\nLarge.\n\n> Which colour?\n\nBlue.\n`),
	whole('a note above and an answer below', `See below.\n\n${HEAD}\n> Which size?\n\nLarge.\n`),
	whole('answers between the lines, as HTML', '<div>On Tue, Mar 10, 2026, Shop wrote:</div><blockquote type="cite">Which size?</blockquote><div>Large.</div><blockquote type="cite">Which colour?</blockquote><div>Blue.</div>', { is_html: true }),
	whole('a note above and answers between the lines, Gmail', '<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">On Tue, Mar 10, 2026, Shop &lt;shop@shop.example&gt; wrote:<br></div><blockquote class="gmail_quote">Which size?</blockquote><div>Large.</div><blockquote class="gmail_quote">Which colour?</blockquote></div>', { is_html: true }),
	whole('a note above and an answer below, Proton Mail', '<div>See below.</div><div class="protonmail_quote">On Tuesday, Shop wrote:<br><blockquote class="protonmail_quote"><div>Which <blockquote>size</blockquote>?</div></blockquote><div>Large.</div></div>', { is_html: true }),
	...[
		'Gesendet mit DHL, Nummer 123.', 'Gesendet von meiner Frau.', 'Envoyé à partir de Lyon le 3 mars', 'Sent from my office in Berlin', 'Sent from our Kiosk by mail on Monday', 'Skickat från min adress i Lund',
		'Von uns wurde am Montag eine Mail gesendet.', '写真はiPhoneから送信', 'Sent via DHL on Monday, the iPhone is in its box.', 'Gesendet mit DHL am Montag, das Galaxy S23 liegt bei.',
		'Sent with UPS: LG fridge door, order 5123.', 'Sent from Berlin: three broken Windows, photos attached.', 'Enviado por SEUR el Samsung, pedido 5123.', 'Get Outlook working on Android again, please.',
	].map((line) => whole(line, `Two are broken.\n\n${line}\n`)),
	whole('an answer below a quote with its own marks, Becky!', '明日です。\n\n----- Original Message -----\nFrom: Shop <shop@shop.example>\nDate: 2026/3/10\n\n> Which size?\n\nLarge.\n'),
	whole('answers in a quote with its own marks, Outlook', `Hi,\n\n${HEADER}\n\n> Which size?\nLarge.\n> Which colour?\nBlue.\n`),
	whole('an answer below a block, Outlook', `<p>Hi,</p><div>${HEADER.replace(/\n/g, '<br>')}</div><blockquote>Which size?</blockquote><p>Large.</p>`, { is_html: true }),
	whole('a mail that the writer cites', `I got this mail:\n\n${HEADER}\n\nPay 100 EUR.\n\nIs it from you?\n`),
	whole('answers that are announced', `Please see my answers below.\n\n${HEADER}\n\nWhich size?\nLarge.\n`),
	whole('answers in red', `<p>My answers are in red.</p><div>${HEADER.replace(/\n/g, '<br>')}</div><p>Which size?</p><p style="color:red">Large.</p>`, { is_html: true }),
	whole('nothing but a quote', `${HEAD}\n> Which size?\n`),
	whole('nothing but a signature', '-- \nHanako\n'),
	whole('nothing but a quote, as HTML', '<div class="gmail_quote"><blockquote class="gmail_quote">Which size?</blockquote></div>', { is_html: true }),
	whole('an error message that somebody marked', 'I see this:\n\n> Error 42\n> at line 7\n\nWhat is it?\n'),
	whole('an error message at the end', 'I see this:\n> Error 42\n'),
	whole('a block that is no quote of a mail', '<p>I see this:</p><blockquote>Error 42</blockquote>', { is_html: true }),
	whole('own words that the writer indented, Gmail', '<div>Our plan:</div><blockquote class="gmail_quote">Two cups for free.</blockquote><div>Is that right?</div>', { is_html: true }),
	whole('own words that the writer indented at the end, Gmail', '<div>Our plan:</div><blockquote class="gmail_quote">Two cups for free.</blockquote>', { is_html: true }),
	whole('own words that the writer indented, Apple Mail', '<div>Our plan:</div><blockquote type="cite"><div>Two cups for free.</div></blockquote>', { is_html: true }),
	whole('somebody reports', 'Hello. As I said to you yesterday at 10:30, my colleague Anna wrote:\n> Please refund it.\n'),
	whole('a forwarded mail, Danish', 'Til orientering.\n\nFra: Bank <b@bank.example>\nSendt: 10. marts 2026 10:02\nTil: Hanako\nEmne: Betaling\n\nBetalt.\n', { title: 'VS: Betaling' }),
	whole('a forwarded mail, Italian', 'Per informazione.\n\nInizio messaggio inoltrato:\n\n> Da: Bank <b@bank.example>\n> Pagato.\n'),
	whole('the offer of a shop', '<p>Our offer:</p><div class="quote">500 EUR</div>', { is_html: true }),
	whole('a form of a web page', 'A message from your form\n\nFrom: Anna <a@mail.example>\nDate: 10.03.2026\nSubject: Refund\n\nI want a refund.\n'),
	whole('a journey', 'I want a ticket.\n\nFrom: Berlin\nTo: Paris\nDate: 10.03.2026\n'),
	whole('somebody writes a story', 'My colleague anna@mail.example wrote:\nPlease refund the order of 10:30.\n'),
	whole('somebody cites', 'Hello.\n\nOn Tue, 10 Mar 2026 at 10:02 Anna of your shop wrote:\nWe will refund it.\n'),
	whole('somebody cites with an address', 'Hello.\n\nOn Tue, 10 Mar 2026 at 10:02 anna@shop.example wrote:\nWe will refund it.\n'),
	whole('a line of dashes', 'Order 1: a cup\n--\nOrder 2: a plate\n'),
	whole('a long text below the dashes', `Dear shop,\n-- \n${'I have more to say.\n'.repeat(20)}`),
	whole('a forwarded mail, Gmail', `For your information.\n\n---------- Forwarded message ---------\nFrom: Bank <b@bank.example>\nDate: Tue, Mar 10, 2026 at 10:02 AM\nSubject: Payment\nTo: <h@mail.example>\n\nPaid.\n`),
	whole('a forwarded mail, Gmail, as HTML', '<div>For your information.</div><div class="gmail_quote"><div class="gmail_attr">---------- Weitergeleitete Nachricht ---------<br>Von: Bank</div>Bezahlt.</div>', { is_html: true }),
	whole('a forwarded mail, Apple Mail', '<div>For your information.<br><blockquote type="cite"><div>Begin forwarded message:</div><div>Paid.</div></blockquote></div>', { is_html: true }),
	whole('a forwarded mail, Outlook', 'For your information.\n\nFrom: Bank <b@bank.example>\nSent: Tuesday, March 10, 2026 10:02 AM\nTo: Hanako\nSubject: Payment\n\nPaid.\n', { title: 'FW: Payment' }),
	whole('a chat', 'Hello\nis it there?'),
	whole('no text', ''),
];
