import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { waitFor } from '../../scripts/n8n-host/net';
import type { OwnProcess } from '../../scripts/n8n-host/process';


export interface ProgramHints {
	/** the environment variable that may hold the path */
	variable: string;
	/** who needs it, and how it is installed */
	advice: string;
	/** looked through besides PATH */
	folders?: string[];
}

/** @returns the path of a program of this machine. @throws that says what to install */
export function findProgram(name: string, { variable, advice, folders = [] }: ProgramHints): string {
	const inFolders = [...folders, ...(process.env.PATH ?? '').split(delimiter)].map((folder) => join(folder, name));
	const found = [process.env[variable], ...inFolders].find((path) => path && existsSync(path));
	if (found) return found;
	throw new Error(`No ${name} was found; ${advice}. Elsewhere: set ${variable} to it.`);
}

/** Waits until a server says that it takes connections. @throws with its last lines when it does not */
export async function takesConnections(name: string, server: OwnProcess): Promise<void> {
	const isReady = () => {
		server.assertRunning();
		return server.findLine(/ready to accept connections/i);
	};
	await waitFor(name, isReady, { detail: () => server.tail() });
}
