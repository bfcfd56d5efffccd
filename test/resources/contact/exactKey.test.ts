/** A key names exactly the record that was meant: what would name another one, or might, is refused before a request. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { sent } from '../sent';
import { bookOf, contact, fields } from './book';

const simulator = simulatorOfEachTest();
beforeEach(() => {
	for (const code of ['K1', 'true', '9007199254740992', '1.5']) bookOf(simulator).add({ system_id1: code, last_name: 'Sato', emails: [{ email: `${code}@mail.example` }] });
});

const byExpression = (value: string) => `={{ ${value} }}`;
const REFUSED: Array<[what: string, code: string, message: RegExp]> = [
	['a blank before it', ' K1', /^Customer Code: " K1" has blanks around it/],
	['a blank behind it', 'K1 ', /^Customer Code: "K1 " has blanks around it/],
	['a line break in it', byExpression('"K\\n1"'), /^Customer Code: "K\\n1" holds a line break or another control character/],
	['a tab in it', byExpression('"K\\t1"'), /control character/],
	['a step between folders, which would reach something else', '..', /cannot be looked up/],
	['half a character', 'cut \uD83C', /half a character/],
	['more characters than a code may have', 'x'.repeat(256), /256 characters/],
	['true', byExpression('1 === 1'), /^Customer Code: true is not a code/],
	['a number that JavaScript cannot hold', byExpression('9007199254740993'), /^Customer Code: 9007199254740992 is not a code/],
	['a number with a fraction, whose last digits may be gone', byExpression('1.50'), /^Customer Code: 1.5 is not a code/],
	['a number that prints with an exponent', byExpression('1e21'), /is not a code/],
];

/** Where a customer code names a contact: in the address, and in the body, where it is found by it afterwards. */
const PLACES: Array<[string, (code: string) => INodeParameters]> = [
	['Get', (code) => contact('get', { findBy: 'systemId1', systemId1: code })],
	['Delete', (code) => contact('delete', { findBy: 'systemId1', systemId1: code })],
	['Update', (code) => contact('update', { findBy: 'systemId1', systemId1: code, lastName: 'New' })],
	['Create or Update', (code) => contact('upsert', { findBy: 'systemId1', systemId1: code, lastName: 'New' })],
	['Create or Update, as a value', (code) => contact('upsert', { findBy: 'email', email: 'new@mail.example', ...fields('upsertContactFields', { systemId1: code }) })],
	['Create', (code) => contact('create', fields('createContactFields', { systemId1: code }))],
];

describe.each(PLACES)('%s', (place, parametersOf) => {
	// All places have the one rule.
	it.each(place === 'Delete' ? REFUSED : REFUSED.slice(0, 2))('refuses %s', async (_what, code, message) => {
		const before = JSON.stringify(bookOf(simulator).all());
		await expect(runNode(simulator, parametersOf(code))).rejects.toThrow(message);
		expect(simulator.requests).toEqual([]);
		expect(JSON.stringify(bookOf(simulator).all())).toBe(before);
	});
});

it('refuses a new code with blanks around it as well', async () => {
	const update = contact('update', { findBy: 'systemId1', systemId1: 'K1', ...fields('updateContactFields', { systemId1: 'K2 ' }) });
	await expect(runNode(simulator, update)).rejects.toThrow(/^New Customer Code: "K2 " has blanks around it/);
	expect(simulator.requests).toEqual([]);
});

/** What the service answers, however it has found it; a contact is written only where it shows the key that was asked for. */
const OTHERS: Array<[what: string, key: INodeParameters, shown: Record<string, unknown>]> = [
	['another code', { findBy: 'systemId1', systemId1: 'K1' }, { system_id1: 'k1' }],
	['no code', { findBy: 'systemId1', systemId1: 'K1' }, { system_id1: null }],
	['other addresses', { findBy: 'email', email: 'K1@mail.example' }, { emails: [{ email: 'k2@mail.example' }] }],
	['no addresses', { findBy: 'email', email: 'K1@mail.example' }, { emails: [], archived_emails: null }],
];

describe.each(OTHERS)('asked for a contact, the service shows one with %s', (_what, key, shown) => {
	it.each(['delete', 'update', 'upsert'])('%s refuses it', async (operation) => {
		simulator.faults.add({ kind: 'partial', replace: shown, when: { method: 'GET', times: 'always' } });
		const before = JSON.stringify(bookOf(simulator).all());
		const name = 'email' in key ? 'e-mail K1@mail.example' : 'customer code K1';
		const write = contact(operation, { ...key, ...(operation !== 'delete' && { lastName: 'New' }) });
		await expect(runNode(simulator, write)).rejects.toThrow(new RegExp(`^The ${name} led to a contact that does not show it \\(customer_id \\d+\\)`));
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET']);
		expect(JSON.stringify(bookOf(simulator).all())).toBe(before);
	});
});

it('letters of an address that differ in case are the same address', async () => {
	const update = contact('update', { findBy: 'email', email: 'K1@mail.example', lastName: 'New' });
	simulator.faults.add({ kind: 'partial', replace: { emails: [], archived_emails: [{ email: 'k1@MAIL.example' }] }, when: { method: 'GET' } });
	expect((await runNode(simulator, update))[0].json).toMatchObject({ matched_by: 'archived_email' });
});
