import fc from 'fast-check';
import { htmlToText } from '../../nodes/SupportInbox/output/text/htmlToText';
import { newText } from '../../nodes/SupportInbox/output/text/newText';
import { charactersRead } from './charactersRead';
import { answers, unsure } from './mails';

const NEW = /^Two are broken\.\n{1,2}Please send new ones\.$/;

it.each(answers)('$program: what was quoted and the signature are left out', (mail) => {
	expect(newText({ title: 'Re: Your order', ...mail })).toMatch(NEW);
});

it.each(unsure)('$program: the text stays whole', (mail) => {
	expect(newText({ title: 'Re: Your order', ...mail })).toBe(mail.is_html ? htmlToText(mail.body) : mail.body.trim());
});

const letters = fc.stringMatching(/^[a-zäéあ-ん]{1,12}$/);
const sentence = fc.array(letters, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}.`);
const paragraphs = fc.array(sentence, { minLength: 1, maxLength: 4 });
const quotesOf = (mail: string, mark: string) => mail.slice(mail.indexOf(mark) + mark.length);

it('gives exactly what was written above any quote that ends a mail', () => {
	const below = answers.filter(({ body, is_html }) => !is_html && body.startsWith('Two are broken.'));
	expect(below.length).toBeGreaterThan(15);
	fc.assert(
		fc.property(paragraphs, fc.constantFrom(...below), (written, { body }) => {
			const own = written.join('\n\n');
			expect(newText({ body: own + quotesOf(body, 'Please send new ones.'), is_html: false })).toBe(own);
		}),
	);
});

it('invents nothing, loses no order, and is never empty, whatever comes', () => {
	const pieces = [...answers, ...unsure].flatMap(({ body }) => body.split(/(?<=\n|>)/));
	const body = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('<a', '<span class="gmail_quote"', '<'), fc.string(), sentence), { maxLength: 40 }).map((some) => some.join(''));
	fc.assert(
		fc.property(body, fc.boolean(), (mail, is_html) => {
			const whole = is_html ? htmlToText(mail) : mail;
			const unchanged = newText({ body: mail, is_html });
			if (whole.trim() !== '') expect(unchanged.trim()).not.toBe('');
			const lines = whole.split(/\r\n?|\n/).map((line) => line.trim());
			let place = 0;
			for (const line of unchanged.split(/\r\n?|\n/).map((line) => line.trim())) {
				if (line === '') continue;
				// A head behind words of the writer is cut from its line.
				place = lines.findIndex((whole, index) => index >= place && whole.startsWith(line)) + 1;
				expect(place).toBeGreaterThan(0);
			}
		}),
		{
			numRuns: 500,
			examples: [
				// A marked block without an end of its own within a link, and one that nobody sees within a line.
				['Get <a href="https://a.example"><div class="protonmail_signature_block">!', true],
				['Two <div class="gmail_signature" style="display:none">are</div>broken', true],
			],
		},
	);
});

const shapes = [
	'<blockquote>', '<blockquote type=cite>', '<div class="gmail_quote">', '<p class=', '</div>', ' class=', '<a href="', '<a href=', '> a\n',
	'On Tue, 10 Mar 2026 10:02\n', 'On Tue, 10 Mar 2026 a <a@b.c> wrote:\n', 'From: a\n', 'Sent: a\n\n', '-- \n', '-----\n', '\n', ' ', '-', '=',
	'Am 1 ', 'Sent from my a ', '---------- ', 'a@', '> ', ': ', '<', '<a', '<!--', '<!-- >', '<!-->', '--!', '<script>', '<p "', '<p title="',
	'<p title=">', '<title>', '<style></title>', '</style', '<title><pre>', '<pre>a\n', '<p style="white-space:', 'white-space ', '<p =', '="',
	"='>", '&nbsp', '&#', '&#1', '&a', '<button>', '<td>', '&gt;\n',
];

it.each(shapes)('reads %j with work that grows with the length, not with its square', (piece) => {
	for (const is_html of [true, false]) {
		for (const end of ['', '>']) {
			const read = (body: string) => newText({ body: `Hello.\n${body}${end}`, is_html });
			const workFor = (length: number) => charactersRead(read, piece.repeat(length / piece.length));
			// 16 times as long: were the work the square of it, it would be 256 times.
			expect(workFor(64_000) / workFor(4_000)).toBeLessThan(20);
		}
	}
});
