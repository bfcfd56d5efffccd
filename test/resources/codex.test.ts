import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The categories that n8n 2.41.1's own nodes are filed under; others are shown nowhere. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Core Nodes',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

const NODES = join(__dirname, '../../nodes/SupportInbox');
const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');

describe.each([['SupportInbox'], ['SupportInboxTrigger']])('the search file of %s', (node) => {
	const codex = JSON.parse(readFileSync(join(NODES, `${node}.node.json`), 'utf8')) as {
		node: string;
		categories: string[];
		resources: Record<string, Array<{ url: string }>>;
	};

	it('stands beside the node and names it', () => {
		expect(codex.node).toBe(`n8n-nodes-support-inbox.${node[0].toLowerCase()}${node.slice(1)}`);
	});

	it('files it where n8n has a place for it', () => {
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
	});

	it('links to chapters that the README has', () => {
		const urls = Object.values(codex.resources).flat().map(({ url }) => new URL(url));
		expect(urls.length).toBeGreaterThan(1);
		for (const { protocol, hash } of urls) {
			expect(protocol).toBe('https:');
			if (hash !== '#readme') expect(README).toMatch(new RegExp(`^#+ ${hash.slice(1)}$`, 'im'));
		}
	});
});
