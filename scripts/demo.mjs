import { require as requireTs } from 'tsx/cjs/api';
import { provisionN8n } from './n8n-host/provision.mjs';
import { withPackedPackage } from './pack.mjs';
import { exitWith } from './run.mjs';

const USAGE = `npm run demo             tickets flow through a real n8n until Ctrl-C
npm run demo -- --once   the same, ends by itself after the first tickets, with a summary`;

async function demo(args) {
	if (args.some((arg) => arg !== '--once')) {
		console.error(USAGE);
		return 2;
	}
	const program = await provisionN8n();
	const { runDemo } = requireTs('./demo/main.ts', import.meta.url);
	return await withPackedPackage(async (tarball) => await runDemo({ program, tarball, once: args.includes('--once') }));
}

await exitWith(async () => await demo(process.argv.slice(2)));
