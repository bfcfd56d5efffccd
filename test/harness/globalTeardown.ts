import { rmSync } from 'node:fs';

/** Removes the user folder that `globalSetup` made. */
export default function globalTeardown(): void {
	const folder = process.env.N8N_USER_FOLDER;
	if (folder) rmSync(folder, { recursive: true, force: true });
}
