import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POINT_NAMES } from '../simulator/readings';

const PAGE = readFileSync(join(__dirname, '../../docs/api-assumptions.md'), 'utf8');
const ROWS = PAGE.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));

it('docs/api-assumptions.md has one line for each open point, and no other', () => {
	expect(ROWS.map(([point]) => point).sort()).toEqual(POINT_NAMES.map((name) => `\`${name}\``).sort());
});

// What is open, and the readings, npm run reference writes.
it('each line says what the node does', () => {
	expect(ROWS.filter(([, , , does]) => does === '')).toEqual([]);
});
