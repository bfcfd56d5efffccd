import { once } from 'node:events';
import { join } from 'node:path';
import { N8nApi, OWNER } from './n8n-host/api';
import { OwnProcess } from './n8n-host/process';
import { provisionN8n } from './n8n-host/provision';
import { packageFolder, startN8n, type N8nProgram } from './n8n-host/server';
import { withPackedPackage } from './pack';
import { exitWith, ROOT, say, sayBlock } from './run';
import { type Servers, withServers } from './servers';
import { startSimulatorProcess } from './simulator-process';

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * A real n8n with the package in it and the simulated service beside it. The compiler watches the source and writes into
 * the installed package, which n8n's own hot reload watches: a saved file is in n8n within seconds. The search files
 * (*.node.json) and the icons are those of the start.
 *
 * @returns the exit code, once Ctrl-C came
 */
async function runDev(program: N8nProgram, tarball: string): Promise<number> {
	const dev = async (servers: Servers) => {
		say('Starting the simulated Support Inbox service ...');
		const simulator = servers.add(await startSimulatorProcess());
		say('Starting n8n ...');
		const n8n = servers.add(await startN8n({ program, tarball, env: { N8N_DEV_RELOAD: 'true' }, log: tellReloads }));
		const api = new N8nApi(n8n.baseUrl);
		await api.logIn();
		const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
		await api.createCredential('Support Inbox (simulated)', 'supportInboxApi', data);
		const compiled = join(packageFolder(n8n.place.userFolder), 'dist');
		const args = [COMPILER, '--project', ROOT, '--watch', '--preserveWatchOutput', '--outDir', compiled];
		servers.add(new OwnProcess(process.execPath, args, process.env, { log: tellCompiler }));
		sayBlock([
			`n8n               ${n8n.baseUrl}   e-mail: ${OWNER.email}   password: ${OWNER.password}`,
			`simulated service ${simulator.baseUrl}   token: ${simulator.token}`,
			'',
			'Save a file in nodes/ or credentials/, and n8n has it within seconds. Ctrl-C stops everything.',
		]);
		await once(servers.signal, 'abort');
		return 0;
	};
	return await withServers(dev, () => say('Stopping the compiler, n8n and the simulator ...'));
}

function tellReloads(line: string): void {
	if (/reload/i.test(line)) say(line);
}

function tellCompiler(line: string): void {
	// Without the compiler's own time of day.
	if (line.trim()) say(line.replace(/^[\d: ]+[AP]M - /, ''));
}

exitWith(async () => {
	const program = await provisionN8n();
	return await withPackedPackage(async ({ tarball }) => await runDev(program, tarball));
});
