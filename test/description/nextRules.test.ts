/** What the next version of n8n's lint rules asks for (docs/maintainers/release-checklist.md), as far as this package holds it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { contrastFindings } from '../../scripts/check-package';
import { placesIn } from './places';

const ROOT = join(__dirname, '../..');

it('hints are short', () => {
	const fields = [new SupportInbox(), new SupportInboxTrigger()].flatMap(({ description }) => placesIn(description.properties, ''));
	expect(fields.length).toBeGreaterThan(200);
	expect(fields.filter(({ field }) => (field.hint ?? '').length > 120)).toEqual([]);
});

it('the icons stand out from the background of each theme', () => {
	const icons = readdirSync(join(ROOT, 'icons')).map((name) => ({ path: `dist/icons/${name}`, text: readFileSync(join(ROOT, 'icons', name), 'utf8') }));
	expect(icons).toHaveLength(2);
	expect(contrastFindings(icons)).toEqual([]);
});

it("README's moving picture is small enough to be loaded with the page", () => {
	expect(statSync(join(ROOT, 'docs/images/first-workflow.gif')).size).toBeLessThanOrEqual(3_000_000);
});
