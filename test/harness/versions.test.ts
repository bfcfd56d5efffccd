import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version as core } from 'n8n-core/package.json';
import { version as workflow } from 'n8n-workflow/package.json';

declare const n8nVersions: Record<string, string>;

describe('the n8n that the tests run in', () => {
	it('has the pinned versions', () => {
		expect({ 'n8n-core': core, 'n8n-workflow': workflow }).toEqual({
			'n8n-core': n8nVersions['n8n-core'],
			'n8n-workflow': n8nVersions['n8n-workflow'],
		});
	});

	it('is listed in docs/operations/compatibility.md', () => {
		const page = readFileSync(join(__dirname, '../../docs/operations/compatibility.md'), 'utf8');
		expect(page).toContain(`n8n-core ${core}, n8n-workflow ${workflow}`);
	});
});
