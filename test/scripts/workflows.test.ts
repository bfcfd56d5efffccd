import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

import { releasedChangelog } from '../../scripts/release/changelog';

interface Step {
	name?: string;
	run?: string;
}

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { version: string; scripts: Record<string, string> };

/** The steps of all jobs of a workflow. actionlint sees that the files are right; this looks at what they run. */
function stepsOf(file: string): Step[] {
	const { jobs } = parse(readFileSync(join(FOLDER, file), 'utf8')) as { jobs: Record<string, { steps: Step[] }> };
	return Object.values(jobs).flatMap(({ steps }) => steps);
}

describe('the GitHub workflows', () => {
	const files = readdirSync(FOLDER);

	it.each(files)('%s runs scripts that package.json has', (file) => {
		const text = stepsOf(file).map(({ run = '' }) => run).join('\n');
		const called = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
		expect(Object.keys(readJson('package.json').scripts)).toEqual(expect.arrayContaining(called));
	});

	it('publishes only what the tag, the version and the changelog agree about', () => {
		const { run = '' } = stepsOf('publish.yml').find(({ name }) => name?.startsWith('The tag names the version')) ?? {};
		const cwd = mkdtempSync(join(tmpdir(), 'support-inbox-publish-'));
		const exitCode = (version: string, tag: string, changelog: string) => {
			writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }));
			writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
			return spawnSync('bash', ['-e', '-c', run], { cwd, env: { ...process.env, GITHUB_REF_NAME: tag } }).status;
		};
		const unreleased = '## [Unreleased]\n\n- A fault.\n\n## [1.2.3] - 2026-01-02\n';
		const released = releasedChangelog(unreleased, '1.3.0', '2026-03-04');
		expect(exitCode('1.3.0', 'v1.3.0', released)).toBe(0);
		expect(exitCode('1.3.0', 'v99.0.0', released)).toBe(1);
		expect(exitCode('1.3.0', 'v1.3.0', unreleased)).toBe(1);
		expect(exitCode('1.3.0', 'v1.3.0', '## [1.3.0]\n')).toBe(1);
		rmSync(cwd, { recursive: true });
	});
});
