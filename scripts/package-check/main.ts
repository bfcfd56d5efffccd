// The checks themselves; `npm run check:package` installs and packs first, then calls: main.ts <tarball> <scanner folder>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inWords, MAX_BYTES, sizeOf } from './size';
import type { PackedFile } from './tarball';
import { contentFindings, dependencyFindings, referenceFindings, traceFindings } from './tarball';

/** The part of n8n's scanner that works on a folder. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

const read = (folder: string, path: string): PackedFile => ({
	path: path.split(sep).join('/'),
	text: readFileSync(join(folder, path), 'utf8'),
});

function packedFiles(folder: string): PackedFile[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => read(folder, relative(folder, join(entry.parentPath, entry.name))));
}

function trackedFiles(root: string): PackedFile[] {
	const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	return listed
		.split('\0')
		.filter((path) => path && statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
		.map((path) => read(root, path));
}

async function scan(scanner: Scanner, folder: string, patterns: string[]): Promise<string[]> {
	const { passed, message = '', details } = await scanner.analyzePackage(folder, patterns);
	return passed ? [] : (details ?? message).trim().split('\n');
}

function report(title: string, findings: string[]): boolean {
	console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
	for (const finding of findings) console.log(`          ${finding}`);
	return findings.length === 0;
}

async function check(tarball: string, scannerFolder: string, work: string): Promise<boolean[]> {
	const root = process.cwd();
	// The scanner makes a temporary folder when it is loaded, and leaves it behind.
	process.env.TMPDIR = work;
	const entry = join(scannerFolder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	const scanner = (await import(pathToFileURL(entry).href)) as Scanner;

	execFileSync('tar', ['-xzf', tarball, '-C', work]);
	const unpacked = join(work, 'package');
	const packed = packedFiles(unpacked);
	const machine = [`${root}${sep}`, `${homedir()}${sep}`];
	const size = sizeOf(tarball);
	const tooLarge = size.withoutSchemas < MAX_BYTES ? [] : [`the limit without the schemas is ${MAX_BYTES} bytes`];

	console.log('\n== Package check');
	return [
		report("n8n's scanner on the source", await scan(scanner, root, scanner.SOURCE_FILE_PATTERNS)),
		report("n8n's scanner on the tarball", await scan(scanner, unpacked, ['**/*.js', 'package.json'])),
		report(`Tarball: ${packed.length} files, nothing missing, nothing foreign`, contentFindings(packed)),
		report('Tarball: nodes, credentials and icons resolve', referenceFindings(packed)),
		report('Tarball: no runtime dependencies', dependencyFindings(packed)),
		report(`Tarball: ${inWords(size)}`, tooLarge),
		report('Tarball: no trace of a machine', traceFindings(packed, machine)),
		report('Tracked files: no trace of a machine', traceFindings(trackedFiles(root), machine)),
	];
}

async function main([tarball, scannerFolder]: string[]): Promise<void> {
	const work = mkdtempSync(join(tmpdir(), 'support-inbox-check-'));
	try {
		const results = await check(tarball, scannerFolder, work);
		const passed = results.filter(Boolean).length;
		console.log(`\n${passed} passed, ${results.length - passed} failed`);
		if (passed < results.length) process.exitCode = 1;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

void main(process.argv.slice(2));
