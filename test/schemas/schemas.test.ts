import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { eventsOf } from './events';
import { outputOf, RUNNABLE } from './outputs';
import type { Schema } from './schema';
import { misfits, schemaOf } from './schema';

/** Where n8n looks for what an operation gives, beside the node, and for what the trigger gives. */
const FOLDER = join(__dirname, '../../nodes/SupportInbox/__schema__/v1.0.0');
const TRIGGER = `${FOLDER}.json`;

/** `UPDATE_SCHEMAS=1 npm test -- test/schemas` writes them anew from what the node returns. */
const isUpdate = process.env.UPDATE_SCHEMAS !== undefined;

const schemaFile = (name: string) => join(FOLDER, `${name.replace('.', '/')}.json`);

/** Which schemas are missing is told by test/resources/complete.test.ts. */
const described = RUNNABLE.filter((name) => isUpdate || existsSync(schemaFile(name)));

describe('what comes out is known before the first run', () => {
	it.each(described)('%s', async (name) => {
		expectToFit(await outputOf(name), schemaFile(name));
	});

	it('each event of the trigger', async () => {
		const items = await eventsOf();
		expect(items.map(({ event }) => event)).toEqual(['ticketCreated', 'newMessage', 'ticketChanged']);
		expectToFit(items, TRIGGER);
	});
});

describe('a schema that does not fit is seen', () => {
	const schema: Schema = { type: 'object', properties: { id: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } }, required: ['id'] };
	it.each([
		[{ id: 1, more: 2 }, '$.more is not in the schema'],
		[{}, '$.id is required and missing'],
		[{ id: 'x' }, '$.id is string, not integer'],
		[{ id: 1, list: ['a', 5] }, '$.list[1] is integer, not string'],
	])('%j', (item, finding) => {
		expect(misfits(item, schema)).toEqual([finding]);
	});
});

function expectToFit(items: IDataObject[], file: string): void {
	expect(items.length).toBeGreaterThan(0);
	if (isUpdate) write(file, { ...schemaOf(items), version: 1 });
	const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
	expect(items.flatMap((item) => misfits(item, schema))).toEqual([]);
	expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
}

function write(file: string, schema: Schema): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
}
