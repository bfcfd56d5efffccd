import { tokenHider } from '../../nodes/SupportInbox/transport/errors/hiddenToken';

const TOKEN = 'tok+5f/3a9c~(must)=not_be?seen';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.each([TOKEN, `${TOKEN}1`, `${TOKEN}12`])('the token %s', (token) => {
	const hide = tokenHider(token);
	const percentEncoded = encodeURIComponent(token);
	const each = [...token].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');

	it.each([
		['as it is', token],
		['percent-encoded', percentEncoded],
		['percent-encoded in small letters', percentEncoded.replace(/%../g, (one) => one.toLowerCase())],
		['percent-encoded, each character', each],
	])('is hidden %s', (_way, text) => {
		expect(hide(`a ${text} b ${text}.`)).toBe('a *** b ***.');
		expect(hide(text + text)).toBe('******');
	});

	it.each(['', 'u', 'us', 'user:', 'Bearer '])('is hidden in base64 behind %j', (before) => {
		for (const behind of ['', 'x', 'xy', ':xyz', '???>>>']) {
			for (const text of [base64(before + token + behind), Buffer.from(before + token + behind).toString('base64url'), encodeURIComponent(base64(before + token + behind))]) {
				const hidden = decodeURIComponent(hide(`a ${text} b`));
				expect(hidden).toMatch(/^a [\w+/-]*\*{3}[\w+/=-]* b$/);
				// What is left is what is beside the token, and no more of it than a character.
				expect(hidden.length).toBeLessThanOrEqual('a *** b'.length + Math.ceil(((before.length + behind.length) * 4) / 3) + 2);
			}
		}
	});
});

it.each(['', 'a', '.', 'ab'])('a short token such as %j leaves other words alone', (token) => {
	const text = 'Value YQ== of the field %61%62 YWI=';
	expect(tokenHider(token)('Unknown field')).toBe('Unknown field');
	expect(tokenHider(token)(text)).toContain('YWI=');
});

it('a long text is cut, and no part of a token stays at its end', () => {
	for (const before of [19_960, 19_980, 19_999]) expect(tokenHider(TOKEN)(`${' '.repeat(before)}${TOKEN}${TOKEN}`).trim()).toBe('');
	expect(tokenHider(TOKEN)(`a ${TOKEN}${' '.repeat(1_000_000)}`).trim()).toBe('a ***');
});
