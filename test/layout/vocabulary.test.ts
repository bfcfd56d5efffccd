/** One word for one thing: retired words do not come back, in code or comments. textlint checks the pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vocabulary from './vocabulary.json';

const ROOT = join(__dirname, '../..');
const FOLDERS = ['credentials', 'nodes', 'scripts', 'test'];

const files = FOLDERS.flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
).filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('node_modules'));

it.each(vocabulary)('has no "%s", which is now: %s', (retired) => {
	const pattern = new RegExp(`\\b(?:${retired})\\b`, 'i');
	const found = files.flatMap((path) =>
		readFileSync(join(ROOT, path), 'utf8').split('\n').flatMap((line, place) => (pattern.test(line) ? [`${path}:${place + 1} ${line.trim()}`] : [])),
	);
	expect(found).toEqual([]);
});

it('looks at the code', () => {
	expect(files.length).toBeGreaterThan(50);
});
