// npm run release -- minor (or patch, major, 1.2.3): version, changelog, commit and tag in one go. Nothing is pushed.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { require as requireTs } from 'tsx/cjs/api';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url));
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const here = { cwd: root };

async function release(wanted) {
	if (!wanted) throw new Error('Which version? npm run release -- patch, minor, major or for example 1.2.3');
	const { stdout: changes } = await execa('git', ['status', '--porcelain'], here);
	if (changes) throw new Error(`Commit or put aside first what is not committed:\n${changes}`);
	const { releasedChangelog } = requireTs('./release/changelog.ts', import.meta.url);
	try {
		await execa('npm', ['version', wanted, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'], here);
		const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
		const date = new Date().toISOString().slice(0, 10);
		writeFileSync(CHANGELOG, releasedChangelog(readFileSync(CHANGELOG, 'utf8'), version, date));
		await execa('git', ['commit', '-m', `chore: release ${version}`, '--', ...FILES], here);
		await execa('git', ['tag', '-a', `v${version}`, '-m', `Version ${version}`], here);
		console.log(`Version ${version} is committed and tagged. Publish it with: git push --follow-tags`);
	} catch (error) {
		// All or nothing: there was nothing else in the work tree.
		await execa('git', ['checkout', 'HEAD', '--', ...FILES], here);
		throw error;
	}
}

await release(process.argv[2]).catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
