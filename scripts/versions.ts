// npm run test:versions: the packed package in every whole n8n of scripts/n8n-host/versions.json.
// Versions as arguments choose some of them: npm run test:versions -- 1.101.1
import { N8N_VERSIONS, provisionVersion } from './n8n-host/provision';
import { withPackedPackage } from './pack';
import { exitWith, run } from './run';

/** @returns the number of versions in which a test failed */
async function testVersions(names: string[]): Promise<number> {
	const unknown = names.filter((name) => N8N_VERSIONS.every(({ n8n }) => n8n !== name));
	if (unknown.length > 0) throw new Error(`Not in scripts/n8n-host/versions.json: ${unknown.join(', ')}`);
	return await withPackedPackage(async ({ tarball }) => {
		let failed = 0;
		for (const version of N8N_VERSIONS) {
			if (names.length > 0 && !names.includes(version.n8n)) continue;
			console.log(`\n== n8n ${version.n8n} on Node ${version.node}`);
			const program = await provisionVersion(version);
			const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball, E2E_VERSION: version.n8n };
			if ((await run('jest', ['--config', 'test/versions/jest.config.js', '--runInBand'], { env })) !== 0) failed++;
		}
		return failed;
	});
}

exitWith(async () => await testVersions(process.argv.slice(2)));
