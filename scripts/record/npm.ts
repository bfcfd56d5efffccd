import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { output } from '../run';

/** Stands in for npm where n8n asks for the package: what was just packed is not published yet. */
export interface NpmStandIn {
	/** to be found before npm itself */
	path: string;
	/** Says what it has. */
	has(tarball: string, version: string): void;
	remove(): void;
}

/** n8n asks npm for the version of a package and for its tarball; everything else is npm's. */
export async function npmStandIn(): Promise<NpmStandIn> {
	const folder = mkdtempSync(join(tmpdir(), 'support-inbox-npm-'));
	const npm = (await output('sh', ['-c', 'command -v npm'])).trim();
	const write = (tarball: string, version: string) => {
		const script = join(folder, 'npm');
		writeFileSync(script, ['#!/bin/sh', 'case "$1" in', `view) echo '"${version}"' ;;`, `pack) cp '${tarball}' package.tgz && echo package.tgz ;;`, `*) exec '${npm}' "$@" ;;`, 'esac', ''].join('\n'));
		chmodSync(script, 0o755);
	};
	return { path: `${folder}${delimiter}${process.env.PATH}`, has: write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
