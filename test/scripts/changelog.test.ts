import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from '../../scripts/release';

const changelog = (...sections: string[]) => ['# Changelog', ...sections].join('\n\n');
const BEFORE = '## [0.1.0] - 2026-01-02\n\n### Added\n\n- All of it.';

describe('the changelog of a release', () => {
	it('can be made of CHANGELOG.md as it is, unless it was made already', () => {
		const text = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
		const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
		if (text.includes('## [Unreleased]')) expect(releasedChangelog(text, '99.0.0', '2026-03-04')).toContain('## [99.0.0] - 2026-03-04');
		else expect(text).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
	});

	it('gives what is unreleased the version and the date', () => {
		const text = changelog('## [Unreleased]\n\n### Fixed\n\n- A fault.', BEFORE);
		expect(releasedChangelog(text, '0.2.0', '2026-03-04')).toBe(
			changelog('## [0.2.0] - 2026-03-04\n\n### Fixed\n\n- A fault.', BEFORE),
		);
	});

	it('releases nothing twice', () => {
		expect(() => releasedChangelog(changelog('## [Unreleased]\n\n- More.', BEFORE), '0.1.0', '2026-03-04')).toThrow(/already/);
	});

	it('releases no empty section', () => {
		expect(() => releasedChangelog(changelog('## [Unreleased]', BEFORE), '0.2.0', '2026-03-04')).toThrow(/nothing/);
	});

	it('asks for a section', () => {
		expect(() => releasedChangelog(changelog(BEFORE), '0.2.0', '2026-03-04')).toThrow(/no section/);
	});
});
