/** How the source is laid out, see docs/maintainers/architecture.md. The linter holds the size of a file. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const NODES = join(__dirname, '../../nodes');
const MAX_FILES = 10;

it(`has at most ${MAX_FILES} files beside each other, except among the operations`, () => {
	const entries = readdirSync(NODES, { withFileTypes: true, recursive: true });
	const counts = new Map<string, number>();
	for (const { parentPath } of entries.filter((entry) => entry.isFile())) {
		const folder = parentPath.slice(NODES.length + 1);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	const full = [...counts].filter(([folder, count]) => count > MAX_FILES && !folder.startsWith('SupportInbox/resources/'));
	expect(full).toEqual([]);
	expect(counts.get('SupportInbox/transport')).toBeGreaterThan(1);
});
