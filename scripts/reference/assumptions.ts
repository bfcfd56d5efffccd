import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_POINTS, type PointName } from '../../test/simulator/readings';

const PAGE = join(__dirname, '../../docs/api-assumptions.md');

/** A row of a table of open points: its point, and what the node does, which is written by hand. */
const ROW = /^\| `(\w+)` \|.*\| ([^|]*) \|$/gm;

/** docs/api-assumptions.md: what is open and how it can be read, as test/simulator/readings.ts says it. */
export function assumptionsPage(): string {
	return readFileSync(PAGE, 'utf8').replace(ROW, (row, name: PointName, ofNode: string) => {
		if (!(name in OPEN_POINTS)) return row;
		const { open, values } = OPEN_POINTS[name];
		return `| \`${name}\` | ${open} | ${values.map((value) => `\`${value}\``).join(', ')} | ${ofNode} |`;
	});
}
