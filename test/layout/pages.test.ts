/** The pages that are written by hand: names are those of the panel, and a cell of a table can be read at a glance. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SupportInboxApi } from '../../credentials/SupportInboxApi.credentials';
import { resources } from '../../nodes/SupportInbox/resources';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { referencePages } from '../../scripts/reference';

const ROOT = join(__dirname, '../..');
const GENERATED = [...referencePages().keys()].map((name) => `docs/reference/${name}`);
const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter((path) => /^(README|docs\/)/.test(path) && !path.endsWith('.ja.md') && !GENERATED.includes(path));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').replace(/```.*?```/gs, '');

/** Names of n8n itself. */
const OF_N8N = [
	'Allowed HTTP Request Domains', 'Always Output Data', 'Authentication', 'Batching', 'Continue', 'Continue (using error output)', 'Error Workflow', 'Executions', 'Execute step', 'Expression', 'Fetch Test Event',
	'On Error', 'Predefined Credential Type', 'Redact production execution data', 'Refresh List', 'Remove Duplicates', 'Request Options', 'Retry', 'Retry On Fail', 'Save ... executions',
	'Timeout Workflow', 'Tool',
	// Of its nodes, in docs/guides/recipes.md.
	'After Time Interval', 'Batch Size', 'Convert to CSV', 'Convert to Text File', 'Extract From CSV', 'Extract From Text File', 'File Encoding', 'Include Other Input Fields', 'Input Binary Field',
	'Insert or Update', 'Operator', 'Text Input Field',
];
/** Names that a page gives itself, such as those of a form, and of this repository's workflows. */
const OF_A_PAGE = ['Details', 'File', 'Forget a customer', 'Get the labels', 'Nightly', 'Published package', 'What is it about?'];

/** Every name that the panels show: fields, their choices, resources and operations. */
function namesIn(fields: INodeProperties[]): string[] {
	return fields.flatMap(({ displayName, options = [] }) => [displayName, ...options.flatMap((option) => namesOf(option))]);
}

function namesOf(option: INodeProperties | INodePropertyCollection | INodePropertyOptions): string[] {
	if ('values' in option) return [option.displayName, ...namesIn(option.values)];
	return 'type' in option ? namesIn([option]) : [option.name];
}

/** A page may leave out what n8n's style adds to a name. */
const short = (name: string) => name.replace(/ (?:\([^)]+\)|Names? or IDs?)$/, '');

const FIELDS = [...new SupportInbox().description.properties, ...new SupportInboxTrigger().description.properties, ...new SupportInboxApi().properties];
const OPERATIONS = resources.flatMap(({ name, operations }) => operations.map((operation) => `${name}: ${operation.name}`));
const OURS = ['All Inboxes', 'From list', 'Support Inbox', 'Support Inbox API', 'Support Inbox Trigger'];
const KNOWN = new Set([...namesIn(FIELDS).flatMap((name) => [name, short(name)]), ...OPERATIONS, ...OURS, ...OF_N8N, ...OF_A_PAGE]);

it.each(PAGES)('%s: names in italics are in a panel', (path) => {
	const named = [...textOf(path).matchAll(/(?<![*\w])\*{1,3}([A-Z][^*\n]*)\*{1,3}(?![*\w])/g)].filter(([whole]) => !whole.startsWith('**') || whole.startsWith('***')).map(([, name]) => name);
	expect(named.filter((name) => !KNOWN.has(name))).toEqual([]);
});

it.each(PAGES)('%s: a cell has at most 25 words', (path) => {
	const rows = textOf(path).split('\n').filter((line) => line.startsWith('|'));
	const cells = rows.flatMap((row) => row.slice(1).split(/(?<!\\)\|/)).map((cell) => cell.trim());
	expect(cells.filter((cell) => cell.replace(/`[^`]*`/g, '').split(/\s+/).filter((word) => /\w/.test(word)).length > 25)).toEqual([]);
});
