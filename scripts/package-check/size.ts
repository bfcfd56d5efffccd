import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The most that the package may weigh without its schemas, in bytes. */
export const MAX_BYTES = 100_000;

/** What a packed package weighs, in bytes: as it is, and without the schemas, which are data that n8n serves as they are. */
export interface Size {
	whole: number;
	withoutSchemas: number;
}

/** @param tarball path of the packed package */
export function sizeOf(tarball: string): Size {
	const work = mkdtempSync(join(tmpdir(), 'support-inbox-size-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', work]);
		const rest = execFileSync('tar', ['-cf', '-', '--exclude=__schema__', '-C', work, 'package'], { maxBuffer: 100 * MAX_BYTES });
		return { whole: statSync(tarball).size, withoutSchemas: gzipSync(rest, { level: 9 }).length };
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/** @returns the size in words, the schemas said apart */
export function inWords({ whole, withoutSchemas }: Size): string {
	const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
	return `${kilobytes(withoutSchemas)} kB without the schemas, ${kilobytes(whole)} kB with them`;
}
