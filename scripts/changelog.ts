const UNRELEASED = '## [Unreleased]';

/**
 * Gives what is written under "Unreleased" a version and a date.
 *
 * @param text CHANGELOG.md
 * @param version for example `0.2.0`
 * @param date for example `2026-11-21`
 * @throws Error when there is nothing to release, or the version was released before
 */
export function releasedChangelog(text: string, version: string, date: string): string {
	const heading = `## [${version}]`;
	const lines = text.split('\n');
	const own = lines.find((line) => line.startsWith(heading));
	if (own !== undefined) throw new Error(`CHANGELOG.md has released ${version} already: ${own}`);
	const place = lines.indexOf(UNRELEASED);
	if (place < 0) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}"`);
	const next = lines.findIndex((line, number) => number > place && line.startsWith('## '));
	const body = lines.slice(place + 1, next < 0 ? undefined : next);
	if (!body.some((line) => line.startsWith('- '))) throw new Error(`CHANGELOG.md says nothing under "${UNRELEASED}"`);
	lines[place] = `${heading} - ${date}`;
	return lines.join('\n');
}
