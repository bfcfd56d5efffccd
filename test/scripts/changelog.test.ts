import { releasedChangelog } from '../../scripts/release/changelog';

const changelog = (...sections: string[]) => ['# Changelog', ...sections].join('\n\n');
const BEFORE = '## [0.1.0] - 2026-01-02\n\n### Added\n\n- All of it.';

describe('the changelog of a release', () => {
	it('gives what is unreleased the version and the date', () => {
		const text = changelog('## [Unreleased]\n\n### Fixed\n\n- A fault.', BEFORE);
		expect(releasedChangelog(text, '0.2.0', '2026-03-04')).toBe(
			changelog('## [0.2.0] - 2026-03-04\n\n### Fixed\n\n- A fault.', BEFORE),
		);
	});

	it('gives a section that was written ahead the date', () => {
		const text = changelog('## [0.2.0]\n\n- A fault.', BEFORE);
		expect(releasedChangelog(text, '0.2.0', '2026-03-04')).toBe(changelog('## [0.2.0] - 2026-03-04\n\n- A fault.', BEFORE));
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
