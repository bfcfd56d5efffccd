/** The page on what we rely on in n8n, and its tests: each row has one, each test has a row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');

it('each row names a test, and each test has a row', () => {
	const rows = read('docs/maintainers/n8n.md').split('\n').filter((line) => line.startsWith('| ')).slice(1);
	const named = rows.map((row) => row.split('|').at(-2)!.trim());
	const titles = [...read('test/n8n/habits.test.ts').matchAll(/\bit(?:\.each.*)?\('([^']+)'/g)].map(([, title]) => title.replace(/(?:: |, )%s.*$/, ''));
	expect(named).toEqual(titles);
	expect(titles.length).toBeGreaterThan(10);
});
