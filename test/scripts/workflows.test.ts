import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { releasedChangelog } from '../../scripts/release';

interface Step {
	name?: string;
	run?: string;
	uses?: string;
	with?: Record<string, unknown>;
}

interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	needs?: string;
	steps: Step[];
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { version: string; scripts: Record<string, string> };

/** What a job may do that can ask GitHub for tokens: no code of the repository, and nobody else's beside GitHub's own. */
const ALLOWED_WITH_TOKEN = {
	uses: /^actions\/(download-artifact|setup-node)@/,
	run: /^(#.*|if \[ -n "\$STAGE_TOKEN" \]; then|npm config set .*|fi|npm stage publish "\.\/\$FILE" --provenance --access public --tag "\$TAG"|echo "\$SHA256 {2}\$FILE" \| sha256sum --check --strict)$/,
};

function read(file: string): Workflow {
	return parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
}

/** The steps of all jobs of a workflow. actionlint sees that the files are right; this looks at what they run. */
function stepsOf(file: string): Step[] {
	return Object.values(read(file).jobs).flatMap(({ steps }) => steps);
}

/** The jobs of all workflows whose permissions hold `id-token`. */
function jobsWithToken(files: string[]): Array<[string, Job]> {
	const jobs = files.flatMap((file) => {
		const { permissions: ofAll = {}, jobs: all } = read(file);
		return Object.entries(all).map(([name, job]) => [`${file} ${name}`, { permissions: ofAll, ...job }] as [string, Job]);
	});
	return jobs.filter(([, { permissions = {} }]) => 'id-token' in permissions);
}

describe('the GitHub workflows', () => {
	const files = readdirSync(FOLDER);

	it.each(files)('%s runs scripts that package.json has', (file) => {
		const text = stepsOf(file).map(({ run = '' }) => run).join('\n');
		const called = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
		expect(Object.keys(readJson('package.json').scripts)).toEqual(expect.arrayContaining(called));
	});

	it.each(files)('%s pins each action to a commit, says which version that is, and what its jobs may do', (file) => {
		const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n').filter((line) => /\buses:/.test(line));
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.filter((line) => !/ uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
		expect(read(file).permissions).toBeDefined();
	});

	it('leaves no token of GitHub in the folder that was checked out, where the code of packages could read it', () => {
		const checkouts = files.flatMap((file) => stepsOf(file).filter(({ uses }) => uses?.startsWith('actions/checkout@')).map((step) => [file, step.with?.['persist-credentials']]));
		expect(checkouts.length).toBeGreaterThanOrEqual(4);
		expect(checkouts.filter(([, persists]) => persists !== false)).toEqual([]);
	});

	it('gives a token to one job only, which begins by hand, installs nothing and runs no code of the repository', () => {
		const jobs = jobsWithToken(files);
		expect(jobs.map(([name]) => name)).toEqual(['publish.yml publish']);
		const [[, { environment, needs, steps, permissions }]] = jobs;
		expect({ environment, needs, permissions }).toEqual({ environment: 'npm', needs: 'pack', permissions: { 'id-token': 'write' } });
		const foreign = steps.flatMap(({ uses, run }) => (uses && !ALLOWED_WITH_TOKEN.uses.test(uses) ? [uses] : (run ?? '').split('\n')))
			.map((line) => line.trim()).filter((line) => line && !ALLOWED_WITH_TOKEN.run.test(line));
		expect(foreign).toEqual([]);
	});

	it('publishes the file whose hash the tests have stated, and no other', () => {
		const [pack, check] = ['Pack, and state', 'It is the file'].map((name) => stepsOf('publish.yml').find((step) => step.name?.startsWith(name))?.run ?? '');
		const cwd = mkdtempSync(join(tmpdir(), 'support-inbox-hash-'));
		const bash = (script: string, env: Record<string, string>) => spawnSync('bash', ['-e', '-c', script], { cwd, env: { ...process.env, ...env } }).status;
		writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'packed', version: '1.2.3' }));
		const files = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
		expect(bash(pack, files)).toBe(0);
		const { file = '', sha256 = '' } = Object.fromEntries(readFileSync(files.GITHUB_OUTPUT, 'utf8').trim().split('\n').map((line) => line.split('=')));
		expect([file, sha256]).toEqual(['packed-1.2.3.tgz', expect.stringMatching(/^[0-9a-f]{64}$/)]);
		expect(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')).toContain(sha256);
		expect(bash(check, { FILE: file, SHA256: sha256 })).toBe(0);
		writeFileSync(join(cwd, file), 'something else');
		expect(bash(check, { FILE: file, SHA256: sha256 })).toBe(1);
		rmSync(cwd, { recursive: true });
	});

	it('publishes only what the tag, the version and the changelog agree about', () => {
		const { run = '' } = stepsOf('publish.yml').find(({ name }) => name?.startsWith('The tag names the version')) ?? {};
		const cwd = mkdtempSync(join(tmpdir(), 'support-inbox-publish-'));
		const exitCode = (version: string, tag: string, changelog: string) => {
			writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }));
			writeFileSync(join(cwd, 'CHANGELOG.md'), changelog);
			writeFileSync(join(cwd, 'output'), '');
			return spawnSync('bash', ['-e', '-c', run], { cwd, env: { ...process.env, GITHUB_REF_NAME: tag, GITHUB_OUTPUT: join(cwd, 'output') } }).status;
		};
		const published = () => readFileSync(join(cwd, 'output'), 'utf8');
		const unreleased = '## [Unreleased]\n\n- A fault.\n\n## [1.2.3] - 2026-01-02\n';
		const released = releasedChangelog(unreleased, '1.3.0', '2026-03-04');
		expect([exitCode('1.3.0', 'v1.3.0', released), published()]).toEqual([0, 'tag=latest\n']);
		expect([exitCode('1.3.0-beta.1', 'v1.3.0-beta.1', unreleased), published()]).toEqual([0, 'tag=beta\n']);
		expect(exitCode('1.3.0-beta.1', 'v1.3.0', unreleased)).toBe(1);
		expect(exitCode('1.3.0-beta.1', 'v1.3.0-beta.1', released)).toBe(1);
		expect(exitCode('1.3.0', 'v99.0.0', released)).toBe(1);
		expect(exitCode('1.3.0', 'v1.3.0', unreleased)).toBe(1);
		expect(exitCode('1.3.0', 'v1.3.0', '## [1.3.0]\n')).toBe(1);
		rmSync(cwd, { recursive: true });
	});
});
