import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
