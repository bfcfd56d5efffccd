/** Where requests leave, in shipped code: each write has to pass the line that a dry run stops at. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { SupportInboxApi } from '../../credentials/SupportInboxApi.credentials';
import { resources } from '../../nodes/SupportInbox/resources';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';

const ROOT = join(__dirname, '../..');
const NODES = 'nodes/SupportInbox';
const LINES = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.sort()
		.flatMap((path) => readFileSync(join(ROOT, folder, path), 'utf8').split('\n').map((line) => ({ path: join(folder, path), line: line.trim() }))),
);

/** @returns what matches, with the file that has it */
const found = (pattern: RegExp) => LINES.flatMap(({ path, line }) => [...line.matchAll(new RegExp(pattern, 'g'))].map(([match]) => [path, match]));

it('one line sends with the token; besides, files are fetched without it, and the test of the credential reads', () => {
	const helpers = found(/\bhelpers\b(\.\w+|;)/).filter(([, name]) => name !== 'helpers.prepareBinaryData');
	expect(helpers).toEqual([
		[`${NODES}/credentialTest.ts`, 'helpers;'],
		[`${NODES}/transport/client/request.ts`, 'helpers.httpRequestWithAuthentication'],
		[`${NODES}/transport/client/request.ts`, 'helpers.httpRequest'],
	]);
	expect(found(/makeRoutingRequest|globalThis|from 'node:(?!crypto')/)).toEqual([]);
	expect(new SupportInboxApi()).not.toHaveProperty('test');
});

it('that line is reached from one place, behind the stop', () => {
	const calls = LINES.filter(({ line }) => /(?<!function )\brequestOnce\(|\bdispatcher\.send\(/.test(line));
	expect([...new Set(calls.map(({ path }) => path))]).toEqual([`${NODES}/transport/send.ts`]);
	const lines = LINES.filter(({ path }) => path === `${NODES}/transport/send.ts`).map(({ line }) => line);
	const stop = lines.indexOf("if (isDryRun && semantics !== 'safe') return await answerOfDryRun(request, dispatcher);");
	// What may not be done is refused in a dry run as well.
	const allowed = lines.indexOf("if (semantics !== 'safe') rejectUnlessAllowed(context, permissions, request, requestContext.order);");
	expect(allowed).toBeGreaterThan(0);
	expect(stop).toBeGreaterThan(allowed);
	expect(stop).toBeLessThan(Math.min(...calls.map(({ line }) => lines.indexOf(line))));
});

it('what counts as a read is a GET, or a POST that the document has for reading', () => {
	const reads = resources.flatMap(({ operations }) => operations.filter(({ semantics }) => semantics === 'safe' || semantics === undefined));
	const others = reads.filter(({ method, semantics }) => method !== 'GET' && semantics === 'safe').map(({ method, path }) => `${method} ${path}`);
	expect(others).toEqual(['POST /api/v2/{messageBoxId}/tickets/search']);
});

it('n8n sends no request of the node itself: each operation is led to the dispatcher', () => {
	const { properties } = new SupportInbox().description;
	const operations = properties.filter(({ name }) => name === 'operation').flatMap(({ options }) => options as INodePropertyOptions[]);
	expect(operations).toHaveLength(resources.flatMap((resource) => resource.operations).length);
	for (const { routing } of operations) {
		expect(routing).toMatchObject({ send: { paginate: true }, operations: { pagination: expect.any(Function) } });
	}
});
