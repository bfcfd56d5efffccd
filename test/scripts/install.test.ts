import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'install-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('installs without a word on the version of Node.js that a package asks for', () => {
	const dependency = { name: 'dependency', version: '1.0.0', engines: { node: '>=99' } };
	const root = { name: 'root', version: '1.0.0', dependencies: { dependency: 'file:dependency' } };
	const files: Record<string, unknown> = {
		'package.json': root,
		'dependency/package.json': dependency,
		'package-lock.json': { name: 'root', version: '1.0.0', lockfileVersion: 3, packages: { '': root, dependency, 'node_modules/dependency': { resolved: 'dependency', link: true } } },
	};
	mkdirSync(join(folder, 'dependency'));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
	copyFileSync(join(__dirname, '../../scripts/install.mjs'), join(folder, 'install.mjs'));
	const { stdout, stderr, status } = spawnSync(process.execPath, ['install.mjs'], { cwd: folder, encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).toContain('added 1 package');
	expect(existsSync(join(folder, 'node_modules/dependency'))).toBe(true);
});
