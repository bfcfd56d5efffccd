import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The package's name, which is also the prefix of its node types. */
export const PACKAGE_NAME = 'n8n-nodes-support-inbox';

/** @returns where n8n keeps the package when a user installs it from n8n's settings page */
export function packageFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
}

/**
 * Puts the tarball where n8n keeps the community packages that a user installs from its settings page.
 *
 * @throws when the tarball cannot be read
 */
export function unpackPackage(tarball: string, userFolder: string): void {
	const folder = packageFolder(userFolder);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
}
