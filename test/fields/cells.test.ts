/** What spreadsheets and copied texts bring into codes, names and phone numbers. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { bookOf, contact } from '../resources/contact/book';
import { byId } from '../resources/service';

const service = simulatorOfEachTest({ seed: { tickets: 0 } });

const given = (text: string) => `={{ ${JSON.stringify(text)} }}`;
const run = async (parameters: INodeParameters) => await runNode(service, parameters);
const upsert = (text: string) => contact('upsert', { findBy: 'systemId1', systemId1: given(text), lastName: 'Sato' });
const written = () => service.requests.filter(({ method }) => method !== 'GET');

const PLACES: Array<[string, (text: string) => INodeParameters]> = [
	['a key', upsert],
	['a new code', (text) => contact('create', { lastName: 'Sato', createContactFields: { systemId1: given(text) } })],
	['a last name', (text) => contact('create', { lastName: given(text) })],
	['a city', (text) => contact('create', { lastName: 'Sato', createContactFields: { city: given(text) } })],
	['a phone of a memo', (text) => ({ resource: 'memo', operation: 'create', messageBoxId: byId(101), memoTicketId: byId(1), memoBody: 'x', createMemoFields: { customerTel: given(text) } })],
	['a phone', (text) => contact('create', { lastName: 'Sato', tels: { values: [{ tel: given(text) }] } })],
	['an address', (text) => contact('create', { lastName: 'Sato', emails: { values: [{ email: given(text) }] } })],
	['a label', (text) => ({ resource: 'label', operation: 'create', messageBoxId: byId(101), name: given(text) })],
	['a classification', (text) => ({ resource: 'classification', operation: 'create', messageBoxId: byId(101), name: given(text) })],
];
const NO_VALUES = ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!', ' #N/A ', '1.23457E+11', '1,23457E+11', '9E+10', '-1.2E+5', '1.2E-05', '1.23457e+11', '１.２３４５７Ｅ＋１１', '########', 'C-1.23457E+11', 'C-#N/A', 'C_1e+21'];

it.each(PLACES)('%s: what a spreadsheet could not compute or has shortened is refused', async (_what, parametersOf) => {
	// All places have the one rule.
	const texts = parametersOf === upsert ? NO_VALUES : NO_VALUES.slice(0, 1);
	for (const text of texts) await expect(run(parametersOf(text))).rejects.toThrow(/spreadsheet|not an e-mail address/);
	expect(written()).toEqual([]);
});

it.each(['null', 'undefined', 'NaN', ' None', 'ＮＵＬＬ', '[object Object]', 'Invalid Date', 'Invalid DateTime'])('a code that is a word for no value is refused, also where the data has it: %s', async (code) => {
	const items = [{ json: { code } }];
	for (const [key, values] of [['upsert', { findBy: 'systemId1', systemId1: '={{ $json.code }}' }], ['create', { createContactFields: { systemId1: '={{ $json.code }}' } }]] as const) {
		await expect(runNode(service, contact(key, { ...values, lastName: 'x' }), { items })).rejects.toThrow('is what a program writes where it has no value');
	}
	await runNode(service, contact('create', { lastName: '={{ $json.code }}' }), { items });
	expect(written()).toMatchObject([{ body: { last_name: code } }]);
});

it('in a number that an expression puts behind a prefix, no digit is missing', async () => {
	await expect(runNode(service, contact('upsert', { findBy: 'systemId1', systemId1: '=C-{{ $json.n }}', lastName: 'x' }), { items: [{ json: { n: 1.23457e21 } }] })).rejects.toThrow('has shortened');
});

it.each(['1e3', '1E3', '1.5e+3', '#1042', '#NA', 'N/A', 'REF!', 'E+10', 'A#REF', 'C##', 'nullable', 'v1.2e+5', '2E-101', 'C-1E-5', '2E-01', 'P/N 7e-10'])('a code that only looks a little like it is taken: %s', async (code) => {
	await run(upsert(code));
	expect(bookOf(service).withCode(code)).toMatchObject({ last_name: 'Sato' });
});

it('free text may be about it', async () => {
	await run(contact('create', { lastName: 'Sato', createContactFields: { systemId1: 'K-1', note: '#N/A' } }));
	expect(bookOf(service).withCode('K-1')).toMatchObject({ note: '#N/A' });
});

it.each([
	['\u202aC-1042\u202c', 'U+202A'],
	['C-\u200b1042', 'U+200B'],
	['C-1042\u200d', 'U+200D'],
	['\ufeffC-1042', 'U+FEFF'],
	['C\u00ad-1042', 'U+00AD'],
	['C\u00a01042', 'U+00A0'],
	['C\u20091042', 'U+2009'],
	['C-1042\u2060', 'U+2060'],
	['C-1042\u3164', 'U+3164'],
	['\u2066C-1042\u2069', 'U+2066'],
])('a character in a code that nobody sees is refused by its name: %j', async (code, name) => {
	bookOf(service).add({ system_id1: 'C-1042', last_name: 'Before' });
	await expect(run(upsert(code))).rejects.toThrow(`holds ${name}, which nobody sees`);
	expect(written()).toEqual([]);
});

it.each(['\n', '\r\n', '\t'])('a cell with two phone numbers is none, between which %j stands', async (between) => {
	const tel = `03-1111-2222${between}090-1234-5678`;
	await expect(run(contact('create', { lastName: 'Sato', tels: { values: [{ tel: given(tel) }] } }))).rejects.toThrow('has more than one line');
	expect(written()).toEqual([]);
});

it('in a phone number it is left out, names keep it', async () => {
	const lastName = '\u845b\udb40\udd00\u57ce';
	await run(contact('create', { lastName, createContactFields: { systemId1: 'K-2' }, tels: { values: [{ tel: '\u202a090-1234-5678\u202c' }] } }));
	expect(bookOf(service).withCode('K-2')).toMatchObject({ last_name: lastName, tels: [{ tel: '090-1234-5678' }] });
});
