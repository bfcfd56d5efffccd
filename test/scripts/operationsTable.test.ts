import { resources } from '../../nodes/SupportInbox/resources';
import { operationsTable } from '../../scripts/operations-table';

it('has a row for each operation', () => {
	const table = operationsTable();
	expect(table).toMatch(/^\| Resource \| Operation \| What it does \|\n\| --- \| --- \| --- \|\n\| \*\*Address Book\*\* \| Get Many \| /);
	expect(table).toContain('| | Create or Update | ');
	expect(table.trim().split('\n')).toHaveLength(2 + resources.flatMap(({ operations }) => operations).length);
});
