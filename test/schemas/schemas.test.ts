import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../nodes/SupportInbox/resources';
import { misfits } from '../contract/check';
import { closed } from '../contract/contract';
import { ROWS } from '../faults/run';
import { describedSchema, type Schema } from './described';
import { eventsOf } from './events';
import { ANSWERS, outputsOf } from './outputs';

/** Where n8n looks for what an operation gives, beside the node, and for what the trigger gives. */
const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'nodes/SupportInbox/__schema__/v1.0.0');
const TRIGGER = `${FOLDER}.json`;

/** `npm run reference` writes them anew: the fields that the node returns, as test/contract describes them. */
const isUpdate = process.env.UPDATE_SCHEMAS !== undefined;

const schemaFile = (name: string) => join(FOLDER, `${name.replace('.', '/')}.json`);

/** Which schemas are missing is shown by test/resources/complete.test.ts. */
const described = ROWS.filter(({ name }) => isUpdate || existsSync(schemaFile(name)));

describe('what comes out is known before the first run, whatever the service leaves empty', () => {
	it.each(described)('$name', async (row) => {
		const items = (await Promise.all(ANSWERS.map(async (answers) => await outputsOf(row, answers)))).flat();
		expectToFit(row.resource, items, schemaFile(row.name));
	});

	it('each event of the trigger', async () => {
		const items = (await Promise.all(ANSWERS.map(eventsOf))).flat();
		expect(new Set(items.map(({ event }) => event))).toEqual(new Set(['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketClosed', 'ticketUnanswered']));
		expectToFit('trigger', items, TRIGGER);
	});
});

/** The table of the page: each field in its first column, each operation in its second. */
const BESIDES = readFileSync(join(ROOT, 'docs/reference/output.md'), 'utf8').split('## Additional fields of a write')[1].split('\n## ')[0];
const BESIDE_ROWS = BESIDES.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split('|').slice(1, 3));

it('what a page says that a write says besides is in the schema of the operation', () => {
	const wrong = described.flatMap(({ name, resource, operation }) => {
		const { properties = {} } = read(schemaFile(name)) as Schema;
		const { name: label } = resources.find(({ value }) => value === resource)!;
		const named = BESIDE_ROWS.filter(([, operations]) => new RegExp(`\\b${label}: (?:[A-Z]\\w+, )?${operation.name}\\b(?! or)`).test(operations));
		const fields = named.flatMap(([cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field));
		return fields.filter((field) => !(field in properties)).map((field) => `${name}: ${field}`);
	});
	expect(wrong).toEqual([]);
});

function expectToFit(resource: string, items: IDataObject[], file: string): void {
	expect(items.length).toBeGreaterThan(0);
	const described = describedSchema(resource, items);
	const schema = { ...described, version: 1 };
	// The order of fields says nothing: a file that has them all stays as it is.
	if (isUpdate && !isDeepStrictEqual(read(file), schema)) write(file, schema);
	const command = `npm run reference writes ${relative(ROOT, file)}`;
	expect({ [command]: read(file) }).toEqual({ [command]: schema });
	const exact = closed(described);
	expect([...new Set(items.flatMap((item) => misfits(exact, item, '$')))]).toEqual([]);
}

function read(file: string): unknown {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function write(file: string, schema: Schema): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
}
