// npm run test:newest: what we rely on in n8n (docs/maintainers/n8n.md), in the newest engine that the registry has.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JEST_MEMORY } from './jest-memory';
import { exitWith, output, progress, run } from './run';

async function testNewest(): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-newest-'));
	try {
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { 'n8n-core': 'latest', 'n8n-workflow': 'latest' } }));
		await progress('Installing the newest engine of n8n', output('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder }));
		return await run('jest', ['--config', 'jest.engine.config.js', 'test/n8n'], { env: { ...JEST_MEMORY, N8N_ENGINE: folder } });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

exitWith(testNewest);
