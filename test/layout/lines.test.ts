/** Shipped code has no line of more than 140 columns, but for a text of help or of an error that stands in it in one piece. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const MAX = 140;
const TEXT = /'(?:[^'\\]|\\.){80,}'|`(?:[^`\\]|\\.){80,}`|"(?:[^"\\]|\\.){80,}"|\/(?:[^/\\]|\\.){80,}\//;
/** What may stand beside such a text. */
const MAX_BESIDE = 60;

it('no line is longer than 140 columns', () => {
	const files = ['nodes', 'credentials'].flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)));
	const wide = files.filter((path) => path.endsWith('.ts')).flatMap((path) => {
		const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
		const isWide = (line: string) => line.length > MAX && !(TEXT.test(line) && line.replace(TEXT, '').length <= MAX_BESIDE);
		return lines.flatMap((line, place) => (isWide(line) ? [`${path}:${place + 1} ${line.trim().slice(0, 100)}`] : []));
	});
	expect(wide).toEqual([]);
});
