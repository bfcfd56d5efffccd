import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { propertyOf } from '../../nodes/SupportInbox/fields/sent';
import * as loadOptions from '../../nodes/SupportInbox/loadOptions';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation } from '../../nodes/SupportInbox/resources/operation';
import { DOCUMENTED } from '../../nodes/SupportInbox/transport/client/lists';
import { REFERENCE, referencePages } from '../../scripts/reference';
import { codesOf, operationsAt } from '../contract/contract';
import { LISTS } from '../contract/lists';
import { leavesOf } from '../description/leaves';
import { hasEndpoint } from '../simulator';

const ROOT = join(__dirname, '../..');
const SOURCE = 'nodes/SupportInbox/resources';
const CONTRACT = 'test/contract/openapi.yaml';
const SCHEMAS = 'nodes/SupportInbox/__schema__/v1.0.0';

/** @returns what an operation still needs: a file to write, or a line and the file it goes into */
function missingOf(resource: string, operation: Operation): string[] {
	const file = `${resource}/${operation.value}`;
	const { method, path, plan } = operation;
	// The file's name is the stored value, which never changes once released. Of what only sends its fields other tests show each.
	const own = isList(operation) ? [] : [`${SOURCE}/${file}.ts`, ...(plan === undefined ? [] : [`test/resources/${file}.test.ts`])];
	const files = own.filter((one) => !existsSync(join(ROOT, one)));
	return [
		...files.map((one) => `write ${one}`),
		...(hasEndpoint(method, path) ? [] : [`add ${method} ${path} to test/contract/openapi.yaml and to a file of test/simulator/resources/, as the API document has it`]),
		...(operationsAt(method, path).length > 0 ? [] : [`describe ${method} ${path} in ${CONTRACT}, as the API document has it`]),
		...(existsSync(join(ROOT, SCHEMAS, `${file}.json`)) ? [] : [`npm run reference   (writes ${SCHEMAS}/${file}.json)`]),
	];
}

/** Whether it is one of the service's lists, each of which test/resources/lists.test.ts reads. */
const isList = ({ method, path }: Operation): boolean => method === 'GET' && Object.values(DOCUMENTED).some((list) => list.path === path);

/** Parameters of a body that a plan adds, takes out or sends elsewhere, and those that are not offered. */
const NOT_AS_FIELDS = [
	'memo.create assignee', 'email.reply ticket_id', 'template.getAll template_category_name', 'ticket.create ticket_id',
	...['date', 'has_attachments', 'page', 'per_page', 'since', 'until', 'within'].map((name) => `ticket.getAll ${name}`),
];

/** @returns what is missing of the parameters that an operation sends in its body: in the contract, or in the node */
function missingFields(resource: string, operation: Operation): string[] {
	const { value, method, path, fields } = operation;
	const bodies = operationsAt(method, path).map(({ body }) => body);
	const described = bodies.flatMap((body) => Object.keys(body?.properties ?? {}));
	const patterns = bodies.flatMap((body) => Object.keys(body?.patternProperties ?? {}));
	const sent = leavesOf(fields).map(({ field }) => propertyOf(field)).filter((one) => one !== undefined);
	const isOther = (name: string) => !NOT_AS_FIELDS.includes(`${resource}.${value} ${name}`);
	const isDescribed = (name: string) => described.includes(name) || patterns.some((pattern) => new RegExp(pattern).test(name));
	return [
		...sent.filter((name) => isOther(name) && !isDescribed(name)).map((name) => `describe ${name} of ${method} ${path} in ${CONTRACT}`),
		...described.filter((name) => isOther(name) && !sent.includes(name)).map((name) => `add a field for ${name} to ${SOURCE}/${resource}/ (${value})`),
	];
}

const listed = resources.flatMap(({ operations }) => operations);

/** @returns operations that are written and that no resource has */
async function unlisted(): Promise<string[]> {
	const files = readdirSync(join(ROOT, SOURCE), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) => readdirSync(join(ROOT, SOURCE, name)).filter((file) => file.endsWith('.ts')).map((file) => join(name, file)));
	const operations = await Promise.all(files.map(operationsIn));
	return files
		.filter((_file, index) => operations[index].some(({ method, path, action }) => !listed.some((one) => one.method === method && one.path === path && one.action === action)))
		.map((file) => `add ${file} to the operations of its resource in ${SOURCE}/index.ts`);
}

async function operationsIn(file: string): Promise<Operation[]> {
	const exported = Object.values((await import(join(ROOT, SOURCE, file))) as Record<string, unknown>);
	return exported.filter((value): value is Operation => typeof value === 'object' && value !== null && 'action' in value && 'method' in value);
}

it('every operation has all that belongs to it', async () => {
	const missing = resources.flatMap(({ value, operations }) => operations.flatMap((operation) => missingOf(value, operation)));
	const outdated = [...referencePages()].filter(([name, text]) => readFileSync(join(REFERENCE, name), 'utf8') !== text).map(([name]) => `npm run reference   (writes docs/reference/${name})`);
	expect([...(await unlisted()), ...missing, ...outdated]).toEqual([]);
});

it('every field that is sent is in the contract, and every parameter of the contract has a field', () => {
	expect(resources.flatMap(({ value, operations }) => operations.flatMap((operation) => missingFields(value, operation)))).toEqual([]);
});

it('a field offers every code that the contract has for it', () => {
	const missing = resources.flatMap(({ value, operations }) => operations.flatMap(({ method, path, fields }) => leavesOf(fields).flatMap(({ field }) => {
		const { name, options } = field;
		if (!['options', 'multiOptions'].includes(field.type) || options === undefined) return [];
		const offered = (options as INodePropertyOptions[]).map((option) => option.value);
		const codes = operationsAt(method, path).flatMap(({ body }) => codesOf(body?.properties?.[propertyOf(field) ?? ''] ?? {}));
		return codes.filter((code) => code !== '' && !offered.includes(code as string)).map((code) => `offer ${String(code)} in ${name} of ${value}`);
	})));
	expect(missing).toEqual([]);
});

it('every list of the contract has a Get Many', () => {
	const unread = LISTS.filter(({ operation }) => !listed.some(({ method, path }) => operationsAt(method, path).includes(operation)));
	expect(unread.map(({ name }) => `give ${name} a line in DOCUMENTED in nodes/SupportInbox/transport/client/lists.ts, and a Get Many`)).toEqual([]);
});

it('every dropdown that is more than a list has a test', () => {
	const file = 'test/loadOptions/dropdowns.test.ts';
	const ofLists = Object.keys(DOCUMENTED).map((list) => `get${list[0].toUpperCase()}${list.slice(1)}`);
	const untested = Object.keys(loadOptions).filter((name) => !ofLists.includes(name) && !textOf(file).includes(`'${name}'`));
	expect(untested.map((name) => `add a row '${name}' to ${file}: what it asks for and offers`)).toEqual([]);
});

function textOf(file: string): string {
	return readFileSync(join(ROOT, file), 'utf8');
}
