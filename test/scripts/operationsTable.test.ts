import { resources } from '../../nodes/SupportInbox/resources';
import { operationsTable } from '../../scripts/operations-table';

it('has a row for each operation', () => {
	const table = operationsTable();
	expect(table).toMatch(/^\| Resource \| Operation \| Effect \| What it does \|\n\| --- \| --- \| --- \| --- \|\n\| \*\*Address Book\*\* \| Get Many \| reads \| /);
	expect(table).toContain('| | Create or Update | writes | ');
	expect(table.match(/^.* \*\*(?:sends to a customer|deletes)\*\* /gm)).toMatchObject([/ Delete \|/, / Reply \|/, / Send \|/].map((one) => expect.stringMatching(one) as string));
	expect(table.trim().split('\n')).toHaveLength(2 + resources.flatMap(({ operations }) => operations).length);
});
