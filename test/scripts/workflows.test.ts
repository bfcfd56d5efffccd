import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

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
		const exitCode = (tag: string) => spawnSync('bash', ['-e', '-c', run], { cwd: ROOT, env: { ...process.env, GITHUB_REF_NAME: tag } }).status;
		expect(exitCode(`v${readJson('package.json').version}`)).toBe(0);
		expect(exitCode('v99.0.0')).toBe(1);
	});
});
