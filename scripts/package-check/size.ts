import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The most that the package may weigh without its schemas, in bytes. */
export const MAX_BYTES = 100_000;

/** A tar archive is made of blocks of this size: a header, then the file, filled up. */
const BLOCK = 512;

/** What a packed package weighs, in bytes: as it is, and without the schemas, which are data that n8n serves as they are. */
export interface Size {
	whole: number;
	withoutSchemas: number;
}

/** @param tarball path of the packed package */
export function sizeOf(tarball: string): Size {
	const packed = readFileSync(tarball);
	const archive = gunzipSync(packed);
	const kept: Buffer[] = [];
	for (let place = 0; place < archive.length; ) {
		const header = archive.subarray(place, place + BLOCK);
		const text = (from: number, to: number) => header.toString('latin1', from, to).split('\0')[0];
		const end = place + BLOCK + Math.ceil(parseInt(text(124, 136) || '0', 8) / BLOCK) * BLOCK;
		if (!`${text(345, 500)}/${text(0, 100)}`.includes('/__schema__/')) kept.push(archive.subarray(place, end));
		place = end;
	}
	return { whole: packed.length, withoutSchemas: gzipSync(Buffer.concat(kept), { level: 9 }).length };
}

/** @returns the size in words, the schemas said apart */
export function inWords({ whole, withoutSchemas }: Size): string {
	const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
	return `${kilobytes(withoutSchemas)} kB without the schemas, ${kilobytes(whole)} kB with them`;
}
