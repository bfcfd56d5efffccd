import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../scripts/n8n-host/net';
import { OwnProcess, type ProcessOptions } from '../../scripts/n8n-host/process';
import { findProgram, takesConnections } from './program';

/** Where Debian and Ubuntu keep the programs, a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
const OWNER = 'postgres';

/** @returns the path of the server program. @throws that says what to install */
export function findPostgres(): string {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
	return findProgram('postgres', {
		variable: 'POSTGRES_PATH',
		advice: 'the tests of queue mode need it. Debian, Ubuntu: apt-get install postgresql',
		folders: versions.map((version) => join(DEBIAN, version, 'bin')),
	});
}

/** PostgreSQL refuses to run as root: it then runs as the user that its package made. */
function serverUser(): ProcessOptions['user'] {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, OWNER], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL of this test, reachable from this machine only, with an empty database. */
export class Postgres {
	private constructor(
		readonly port: number,
		private readonly folder: string,
		private readonly server: OwnProcess,
	) {}

	/** Makes a database and starts it on a free port. @throws with its last lines when it does not start */
	static async start(): Promise<Postgres> {
		const program = findPostgres();
		const user = serverUser();
		const folder = mkdtempSync(join(tmpdir(), 'support-inbox-postgres-'));
		if (user) chownSync(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		const initdb = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
		execFileSync(join(dirname(program), 'initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' });
		const port = await freePort();
		const settings = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'];
		// SIGINT ends the connections; SIGTERM would wait for the clients to go.
		const server = new OwnProcess(program, settings, process.env, { user, stopSignal: 'SIGINT' });
		const postgres = new Postgres(port, folder, server);
		await takesConnections('PostgreSQL', server).catch(async (error: unknown) => {
			await postgres.stop();
			throw error;
		});
		return postgres;
	}

	/** @returns the settings with which n8n uses it */
	get environment(): NodeJS.ProcessEnv {
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.port),
			DB_POSTGRESDB_DATABASE: OWNER,
			DB_POSTGRESDB_USER: OWNER,
			DB_POSTGRESDB_PASSWORD: 'not asked for',
		};
	}

	/** Ends it and removes its data. */
	async stop(): Promise<void> {
		await this.server.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}
}
