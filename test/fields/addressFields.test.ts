/** Every field that takes an e-mail address has the one rule: what is no address is refused before a request, with the one that was probably meant. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { contact, fields, newFields, rows } from '../resources/contact/book';
import { byId, INBOX } from '../resources/service';

const simulator = simulatorOfEachTest();

const mail = (more: INodeParameters): INodeParameters => ({ resource: 'email', operation: 'send', messageBoxId: byId(INBOX), mailAccountId: 401, to: 'anna@example.jp', subject: 'x', body: 'x', ...more });
const memo = (more: INodeParameters): INodeParameters => ({ resource: 'memo', operation: 'create', messageBoxId: byId(INBOX), memoTicketId: byId(1), memoBody: 'x', ...more });
const key = (operation: string) => (email: string) => contact(operation, { findBy: 'email', email, ...(/update|upsert/.test(operation) && { lastName: 'Sato' }) });
const update = (values: object) => contact('update', { findBy: 'systemId1', systemId1: 'C-1', ...fields('updateContactFields', values) });

const FIELDS: Array<[field: string, parameters: (email: string) => INodeParameters]> = [
	...['get', 'update', 'upsert', 'delete'].map((operation): [string, (email: string) => INodeParameters] => [`the key of Contact: ${operation}`, key(operation)]),
	['Emails', (email) => contact('create', newFields({ lastName: 'Sato', emails: rows('email', 'anna@example.jp', email) }))],
	['Archived Emails', (email) => contact('create', newFields({ lastName: 'Sato', archivedEmails: rows('email', email) }))],
	['Replace Emails', (email) => update({ replaceEmails: rows('email', email) })],
	['Additional Email', (email) => update({ additionalEmail: email })],
	['To', (email) => mail({ to: email })],
	['CC', (email) => mail({ sendEmailFields: { cc: `ben@example.jp, ${email}` } })],
	['BCC', (email) => mail({ sendEmailFields: { bcc: email } })],
	['Customer Email of a memo', (email) => memo({ createMemoFields: { customerEmail: email } })],
];

/** One of the forms that are refused; test/fields/addresses has them all. */
const WRONG = '山田＜taro@example.jp＞';

it.each(FIELDS)('%s', async (_field, parameters) => {
	await expect(runNode(simulator, parameters(WRONG))).rejects.toMatchObject({ message: expect.stringContaining('is not an e-mail address'), description: expect.stringContaining('Did you mean "taro@example.jp"?') });
	expect(simulator.requests).toEqual([]);
});
