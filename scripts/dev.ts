import { once } from 'node:events';
import { join } from 'node:path';
import { OwnProcess } from './n8n-host/process';
import { packageFolder } from './n8n-host/server';
import { exitWith, ROOT, say, sayBlock } from './run';
import { withN8n, type Started } from './servers';

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * A real n8n with the package in it and the simulated service beside it. The compiler watches the source and writes into
 * the installed package, which n8n's own hot reload watches: a saved file is in n8n within seconds. The search files
 * (*.node.json) and the icons are those of the start. `n8n-node dev` would start the newest n8n, which Node 20 cannot run,
 * open to the network, and with no service beside it.
 *
 * @returns the exit code, once Ctrl-C came
 */
async function dev({ simulator, n8n, api, addresses, servers }: Started): Promise<number> {
	const data = { baseUrl: simulator.baseUrl, accessToken: simulator.token };
	await api.createCredential('Support Inbox (simulated)', 'supportInboxApi', data);
	const compiled = join(packageFolder(n8n.place.userFolder), 'dist');
	const args = [COMPILER, '--project', ROOT, '--watch', '--preserveWatchOutput', '--outDir', compiled];
	servers.add(new OwnProcess(process.execPath, args, process.env, { log: tellCompiler }));
	sayBlock([...addresses, '', 'Save a file in nodes/ or credentials/, and n8n has it within seconds. Ctrl-C stops everything.']);
	await once(servers.signal, 'abort');
	return 0;
}

function tellReloads(line: string): void {
	if (/reload/i.test(line)) say(line);
}

function tellCompiler(line: string): void {
	// Without the compiler's own time of day.
	if (line.trim()) say(line.replace(/^[\d: ]+[AP]M - /, ''));
}

exitWith(async () => await withN8n(dev, { env: { N8N_DEV_RELOAD: 'true' }, log: tellReloads }));
