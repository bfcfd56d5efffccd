import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The categories that n8n 2.41.1's own nodes are filed under; others are shown nowhere. */
const CATEGORIES = /^(Analytics|Communication|Core Nodes|Data & Storage|Development|Finance & Accounting|Marketing|Miscellaneous|Productivity|Sales|Utility)$/;

const ROOT = join(__dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

it.each(['SupportInbox', 'SupportInboxTrigger'])('the search file of %s names it, files it where n8n has a place for it, and links to chapters that the README has', (node) => {
	const codex = JSON.parse(readFileSync(join(ROOT, `nodes/SupportInbox/${node}.node.json`), 'utf8')) as { node: string; categories: string[]; resources: Record<string, Array<{ url: string }>> };
	expect(codex.node).toBe(`n8n-nodes-support-inbox.${node[0].toLowerCase()}${node.slice(1)}`);
	expect(codex.categories.length).toBeGreaterThan(0);
	expect(codex.categories.filter((category) => !CATEGORIES.test(category))).toEqual([]);
	const urls = Object.values(codex.resources).flat().map(({ url }) => new URL(url));
	expect(urls.length).toBeGreaterThan(1);
	for (const { protocol, hash } of urls) {
		expect(protocol).toBe('https:');
		if (hash !== '#readme') expect(README).toMatch(new RegExp(`^#+ ${hash.slice(1)}$`, 'im'));
	}
});
