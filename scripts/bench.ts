// npm run bench: the figures that the package promises, each against its limit. `npm run bench -- trigger` measures one file of bench/.
import { join } from 'node:path';
import { exitWith, run } from './run';

/** Each in a process of its own: virtual time is that of all gates of a process. */
const PARTS = ['limit', 'trigger', 'inboxes', 'processor'];

async function bench(wanted: string[]): Promise<number> {
	const unknown = wanted.filter((name) => !PARTS.includes(name));
	if (unknown.length > 0) throw new Error(`npm run bench -- takes some of: ${PARTS.join(', ')}`);
	let failed = 0;
	for (const name of wanted.length > 0 ? wanted : PARTS) {
		console.log(`\n== ${name}`);
		failed += await run(process.execPath, ['--expose-gc', '--import', 'tsx', join(__dirname, 'bench', `${name}.ts`)]);
	}
	return failed;
}

exitWith(async () => await bench(process.argv.slice(2)));
