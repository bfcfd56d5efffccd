/** What the next version of n8n's lint rules asks for (docs/maintainers/release-checklist.md), as far as this package holds it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { placesIn } from './places';

const ROOT = join(__dirname, '../..');
/** The background of a node in each theme. */
const BACKGROUNDS = { 'supportInbox.svg': '#ffffff', 'supportInbox.dark.svg': '#2b2b2b' };

/** @returns the relative luminance of a color (WCAG 2) */
function luminance(color: string): number {
	const channels = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255);
	const [red, green, blue] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

it('hints are short', () => {
	const fields = [new SupportInbox(), new SupportInboxTrigger()].flatMap(({ description }) => placesIn(description.properties, ''));
	expect(fields.length).toBeGreaterThan(200);
	expect(fields.filter(({ field }) => (field.hint ?? '').length > 120)).toEqual([]);
});

it.each(Object.entries(BACKGROUNDS))('the icon %s stands out from the background', (file, background) => {
	const colors = readFileSync(join(ROOT, 'icons', file), 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? [];
	expect(Math.max(...colors.map((color) => contrast(color, background)))).toBeGreaterThanOrEqual(3);
	expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
	expect(readdirSync(join(ROOT, 'icons')).sort()).toEqual(Object.keys(BACKGROUNDS).sort());
});

it("README's moving picture is small enough to be loaded with the page", () => {
	expect(statSync(join(ROOT, 'docs/images/first-workflow.gif')).size).toBeLessThanOrEqual(3_000_000);
});
