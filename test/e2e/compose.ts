import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What operators start: examples/queue-mode. */
export const COMPOSE_FOLDER = join(__dirname, '../../examples/queue-mode');

/** A service of the compose file, as far as the tests read it. */
export interface ComposeService {
	image: string;
	entrypoint?: string[];
	command?: string[];
	environment?: Record<string, string>;
	volumes?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	deploy?: { replicas: number };
	restart?: string;
	ports?: string[];
}

export interface ComposeFile {
	services: Record<'postgres' | 'redis' | 'install' | 'main' | 'worker', ComposeService>;
	volumes: Record<string, null>;
}

/**
 * Reads the compose file as `docker compose` does: merged keys, and variables filled in.
 *
 * @param variables what is in `.env`
 * @throws when a variable without a default is missing
 */
export function readCompose(variables: Record<string, string>): ComposeFile {
	const text = readFileSync(join(COMPOSE_FOLDER, 'compose.yaml'), 'utf8');
	const filled = text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest?: string) => {
		const value = variables[name] ?? (kind === '-' ? rest : undefined);
		if (value === undefined) throw new Error(`${name}: ${rest ?? 'not set'}`);
		return value;
	});
	return parse(filled, { merge: true }) as ComposeFile;
}
