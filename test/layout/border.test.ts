/** One folder knows what n8n does and does not promise: see the page "What we rely on in n8n that n8n does not promise". */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODES = join(__dirname, '../../nodes/SupportInbox');
const BORDER = 'adapter/';

/** What a line of code looks like that relies on a habit of n8n. */
const HABITS: ReadonlyArray<[habit: string, pattern: RegExp]> = [
	['the hook for pages stands in for the request', /\bpaginate\b|\bpagination\b/],
	['a run is known by its data', /\bgetExecuteData\b/],
	['an expression is evaluated outside of a parameter', /\bevaluateExpression\b/],
	['the execution keeps what an expression writes', /\bcustomData\b/],
	['an execution says when it began', /\bgetExecutionContext\b/],
	['a Retry keeps what other nodes returned', /\bgetParentNodes\b/],
	['a node is a tool by the end of its type', /'Tool'/],
	['a node has request options with batches', /\brequestOptions\b|\bbatch(?:ing|Interval|Size)\b/],
	['a node runs its first item alone', /\bexecuteOnce\b/],
	['an agent says which call it makes', /\.toolCallId\b/],
	['a poll saves its memory', /__commitCursor/],
	['a poll has a budget', /\bgetPollBudgetMs\b/],
];

const FILES = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => ({ path, code: withoutComments(readFileSync(join(NODES, path), 'utf8')) }));

it.each(HABITS)('only the border knows that %s', (_habit, pattern) => {
	const places = FILES.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
	expect(places.filter((path) => !path.startsWith(BORDER))).toEqual([]);
	expect(places.length).toBeGreaterThan(0);
});

function withoutComments(code: string): string {
	return code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}
