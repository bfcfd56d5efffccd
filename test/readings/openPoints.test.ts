import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_POINTS, POINT_NAMES } from '../simulator/readings';

const PAGE = readFileSync(join(__dirname, '../../docs/api-assumptions.md'), 'utf8');
const ROWS = PAGE.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

it('docs/api-assumptions.md has one line for each open point, and no other', () => {
	expect(ROWS.map(([point]) => codes(point)[0]).sort()).toEqual([...POINT_NAMES].sort());
});

it.each(POINT_NAMES)('%s: the line names its readings and says what the node does', (name) => {
	const [, open, readings, does] = ROWS.find(([point]) => point === `\`${name}\``) ?? [];
	expect(codes(readings)).toEqual(OPEN_POINTS[name].values);
	expect([open, does]).not.toContain('');
});
