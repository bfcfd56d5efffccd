/**
 * What is made from the code: the schemas of the outputs, the tables of docs/reference/output.md, and the other pages of docs/reference
 * (operations, trigger, credential, codes and errors); in docs/api-assumptions.md what the document leaves open.
 *
 *     npm run reference              writes all of it; the nodes run for the schemas and tables, which takes a minute
 *     npm run reference -- pages     only the other pages, after a change of texts
 *
 * Tests compare all of it with the code (test/resources/complete.test.ts, test/schemas, test/output/tables.test.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SupportInboxApi } from '../credentials/SupportInboxApi.credentials';
import { properties } from '../nodes/SupportInbox/trigger/properties';
import { JEST_MEMORY } from './jest-memory';
import { assumptionsPage } from './reference/assumptions';
import { codesPage } from './reference/codes';
import { errorsPage } from './reference/errors';
import { fieldTable } from './reference/fields';
import { page } from './reference/markdown';
import { nodePage, outputTable, SCHEMAS } from './reference/operations';
import { exitWith, run } from './run';

export const REFERENCE = join(__dirname, '../docs/reference');

/** @returns each generated page by its file name */
export function referencePages(): Map<string, string> {
	return new Map([['node.md', nodePage()], ['trigger.md', triggerPage()], ['credential.md', credentialPage()], ['codes.md', codesPage()], ['errors.md', errorsPage()], ['../api-assumptions.md', assumptionsPage()]]);
}

function triggerPage(): string {
	return page('Support Inbox Trigger: fields', '[The trigger](../trigger.md) says what each event is and what is guaranteed. [Output](output.md) says which event adds which field.', [
		fieldTable(properties),
		outputTable(`${SCHEMAS}.json`),
	]);
}

function credentialPage(): string {
	return page('Support Inbox API: fields', '[Concepts](../concepts.md#permissions) explains permissions, email limits and dry run.', [fieldTable(new SupportInboxApi().properties)]);
}

if (require.main === module) {
	exitWith(async () => {
		const env = { ...JEST_MEMORY, UPDATE_SCHEMAS: '1' };
		const code = process.argv.includes('pages') ? 0 : await run('jest', ['test/schemas', 'test/output/tables'], { env });
		for (const [name, text] of referencePages()) writeFileSync(join(REFERENCE, name), text);
		return code;
	});
}
