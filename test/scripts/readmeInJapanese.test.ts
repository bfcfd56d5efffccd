import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What both pages must have alike: the commands, the pictures and pages that they lead to, and the headings by their levels. */
function skeletonOf(page: string) {
	const text = readFileSync(join(__dirname, '../..', page), 'utf8');
	const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
	const isOther = (target: string) => !target.startsWith('#') && !/^README(\.ja)?\.md/.test(target);
	return {
		commands: all(/^```\n([^]*?)^```$/gm),
		typed: [...new Set(all(/`(npm run [^`]+)`/g))].sort(),
		headings: all(/^(#+) /gm),
		links: [...new Set(all(/\]\(([^)\s]+)\)/g).filter(isOther))].sort(),
		values: [...new Set(all(/`([^`\n]+)`/g))].sort(),
	};
}

it('README in Japanese has the commands, headings and links of the English one', () => {
	const english = skeletonOf('README.md');
	expect(english.commands.length).toBeGreaterThan(3);
	const { links, ...japanese } = skeletonOf('README.ja.md');
	expect({ ...japanese, links: expect.anything() }).toEqual({ ...english, links: expect.anything() });
	// It also leads to what builders in Japan look for.
	expect(links).toEqual(expect.arrayContaining(english.links));
});
