// npm run test:versions: the packed package in every whole n8n of scripts/n8n-host/versions.json.
// Versions as arguments choose some of them: npm run test:versions -- 1.101.1
// With --image stable it is n8n's Docker image under that tag, which needs Docker.
// With --published beta it is the package that npm has under that tag or version: npm run test:versions -- --published beta 2.41.1
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { N8N_VERSIONS, provisionVersion } from './n8n-host/provision';
import { type N8nProgram, PACKAGE_NAME } from './n8n-host/server';
import { withPackedPackage } from './pack';
import { ROOT, exitWith, output, progress, run } from './run';

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

interface Installed {
	program: N8nProgram;
	version: string;
}

/** @returns n8n's Docker image under a tag, run by a script in the place of Node */
async function imageOf(tag: string): Promise<Installed> {
	const image = `docker.n8n.io/n8nio/n8n:${tag}`;
	await progress(`Fetching ${image}`, output('docker', ['pull', '--quiet', image]));
	const version = (await output('docker', ['run', '--rm', image, '--version'])).trim();
	console.log(`\n== n8n ${version} (${image})`);
	return { version, program: { node: join(ROOT, 'scripts/n8n-host/docker.sh'), n8n: image } };
}

/** @returns 1 when a test failed */
async function testIn({ program, version }: Installed, tarball: string): Promise<number> {
	const env = { E2E_PROGRAM: JSON.stringify(program), E2E_TARBALL: tarball, E2E_VERSION: version };
	return (await run('jest', ['--config', 'test/versions/jest.config.js', '--runInBand'], { env })) === 0 ? 0 : 1;
}

/** @returns the number of versions in which a test failed */
async function testVersions(args: string[]): Promise<number> {
	const options = { published: { type: 'string' }, image: { type: 'string' } } as const;
	const { values: { published, image }, positionals: names } = parseArgs({ args, allowPositionals: true, options });
	const unknown = names.filter((name) => N8N_VERSIONS.every(({ n8n }) => n8n !== name));
	if (unknown.length > 0) throw new Error(`Not in scripts/n8n-host/versions.json: ${unknown.join(', ')}`);
	const test = async ({ tarball }: { tarball: string }) => {
		if (image !== undefined) return await testIn(await imageOf(image), tarball);
		let failed = 0;
		for (const version of N8N_VERSIONS) {
			if (names.length > 0 && !names.includes(version.n8n)) continue;
			console.log(`\n== n8n ${version.n8n} on Node ${version.node}`);
			failed += await testIn({ program: await provisionVersion(version), version: version.n8n }, tarball);
		}
		return failed;
	};
	return published === undefined ? await withPackedPackage(test) : await withPublishedPackage(published, test);
}

exitWith(async () => await testVersions(process.argv.slice(2)));
