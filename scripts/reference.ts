/**
 * The pages of docs/reference that are made from the code: operations, trigger, credential, codes and errors.
 *
 *     npm run reference              writes them
 *
 * A test compares them with the code (test/layout/reference.test.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SupportInboxApi } from '../credentials/SupportInboxApi.credentials';
import { properties } from '../nodes/SupportInbox/trigger/properties';
import { codesPage } from './reference/codes';
import { errorsPage } from './reference/errors';
import { fieldTable } from './reference/fields';
import { page } from './reference/markdown';
import { nodePage, outputTable, SCHEMAS } from './reference/operations';

export const REFERENCE = join(__dirname, '../docs/reference');

/** @returns each generated page by its file name */
export function referencePages(): Map<string, string> {
	return new Map([['node.md', nodePage()], ['trigger.md', triggerPage()], ['credential.md', credentialPage()], ['codes.md', codesPage()], ['errors.md', errorsPage()]]);
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
	for (const [name, text] of referencePages()) writeFileSync(join(REFERENCE, name), text);
}
