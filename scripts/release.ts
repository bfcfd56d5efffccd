// npm run release -- minor (or patch, major, 1.2.3): version, changelog, commit and tag in one go. Nothing is pushed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from './changelog';
import { exitWith, output, ROOT } from './run';
import { RELEASED, storedParameters } from './stored-parameters';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const PACKAGE = join(ROOT, 'package.json');
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md', RELEASED];

async function release(wanted?: string): Promise<number> {
	if (!wanted) throw new Error('Which version? npm run release -- patch, minor, major or for example 1.2.3');
	const changes = (await output('git', ['status', '--porcelain'])).trim();
	if (changes) throw new Error(`Commit or put aside first what is not committed:\n${changes}`);
	try {
		await output('npm', ['version', wanted, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts']);
		const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
		const date = new Date().toISOString().slice(0, 10);
		writeFileSync(CHANGELOG, releasedChangelog(readFileSync(CHANGELOG, 'utf8'), version, date));
		writeFileSync(RELEASED, `${JSON.stringify(storedParameters(), null, '\t')}\n`);
		await output('git', ['commit', '-m', `chore: release ${version}`, '--', ...FILES]);
		await output('git', ['tag', '-a', `v${version}`, '-m', `Version ${version}`]);
		console.log(`Version ${version} is committed and tagged. Publish it with: git push --follow-tags`);
		return 0;
	} catch (error) {
		// All or nothing: there was nothing else in the work tree.
		await output('git', ['checkout', 'HEAD', '--', ...FILES]);
		throw error;
	}
}

exitWith(async () => await release(process.argv[2]));
