// npm run test:versions: the packed package in every whole n8n of scripts/n8n-host/versions.json.
// Versions as arguments choose some of them: npm run test:versions -- 1.101.1
// With --published beta it is the package that npm has under that tag or version: npm run test:versions -- --published beta 2.41.1
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { N8N_VERSIONS, provisionVersion } from './n8n-host/provision';
import { PACKAGE_NAME } from './n8n-host/server';
import { withPackedPackage } from './pack';
import { exitWith, output, run } from './run';

/**
 * Fetches the package from npm, for as long as `work` needs it.
 *
 * @param tag of npm, or a version
 * @throws with npm's output when it has no such package
 */
async function withPublishedPackage<T>(tag: string, work: (packed: { tarball: string }) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-published-'));
	try {
		const said = await output('npm', ['pack', `${PACKAGE_NAME}@${tag}`, '--json', '--pack-destination', folder]);
		const [{ filename, version, integrity }] = JSON.parse(said) as Array<Record<'filename' | 'version' | 'integrity', string>>;
		console.log(`npm has ${PACKAGE_NAME} ${version} under ${tag}: ${integrity}`);
		return await work({ tarball: join(folder, filename!) });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns the number of versions in which a test failed */
async function testVersions(args: string[]): Promise<number> {
	const { values: { published }, positionals: names } = parseArgs({ args, allowPositionals: true, options: { published: { type: 'string' } } });
	const unknown = names.filter((name) => N8N_VERSIONS.every(({ n8n }) => n8n !== name));
	if (unknown.length > 0) throw new Error(`Not in scripts/n8n-host/versions.json: ${unknown.join(', ')}`);
	const test = async ({ tarball }: { tarball: string }) => {
		let failed = 0;
		for (const version of N8N_VERSIONS) {
			if (names.length > 0 && !names.includes(version.n8n)) continue;
			console.log(`\n== n8n ${version.n8n} on Node ${version.node}`);
			const program = await provisionVersion(version);
			const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball, E2E_VERSION: version.n8n };
			if ((await run('jest', ['--config', 'test/versions/jest.config.js', '--runInBand'], { env })) !== 0) failed++;
		}
		return failed;
	};
	return published === undefined ? await withPackedPackage(test) : await withPublishedPackage(published, test);
}

exitWith(async () => await testVersions(process.argv.slice(2)));
