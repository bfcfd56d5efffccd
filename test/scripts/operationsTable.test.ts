import { operationsTable, tableInReadme } from '../../scripts/operations-table';

it('has a row for each operation', () => {
	const table = operationsTable();
	expect(table).toMatch(/^\| Resource \| Operation \| What it does \|\n\| --- \| --- \| --- \|\n\| \*\*Address Book\*\* \| Get Many \| /);
	expect(table).toContain('| | Create or Update | ');
	expect(table.trim().split('\n')).toHaveLength(2 + 26);
});

it('stands in README.md as it is; `npx tsx scripts/operations-table.ts --write` puts it there', () => {
	expect(tableInReadme()).toBe(operationsTable());
});
