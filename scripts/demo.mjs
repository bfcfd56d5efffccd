import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { provisionN8n } from './n8n-host/provision.mjs';
import { packPackage } from './pack.mjs';

const USAGE = `npm run demo             tickets flow through a real n8n until Ctrl-C
npm run demo -- --once   the same, ends by itself after the first tickets, with a summary`;

async function demo(args) {
	if (args.some((arg) => arg !== '--once')) {
		console.error(USAGE);
		return 2;
	}
	await ensureInstalled();
	const program = await provisionN8n();
	const tarball = await packPackage();
	try {
		// Not before the tools are installed: tsx is one of them.
		const { require: requireTs } = await import('tsx/cjs/api');
		const { runDemo } = requireTs('./demo/main.ts', import.meta.url);
		return await runDemo({ program, tarball, once: args.includes('--once') });
	} finally {
		rmSync(dirname(tarball), { recursive: true, force: true });
	}
}

process.exitCode = await demo(process.argv.slice(2)).catch((error) => {
	console.error(error.message);
	return 1;
});
