// npm run build: compiles into dist, and puts beside the code what n8n reads as it is.
import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, ROOT, run } from './run';

/** The codex files, by which n8n's node list finds the nodes, and the schemas, which its editor shows before the first run. */
const AS_IT_IS = /\.node\.json$|[/\\]__schema__[/\\].*\.json$/;

async function build(): Promise<number> {
	const dist = join(ROOT, 'dist');
	// A renamed source file leaves nothing behind in the package.
	rmSync(dist, { recursive: true, force: true });
	const code = await run('tsc', []);
	if (code !== 0) return code;
	cpSync(join(ROOT, 'icons'), join(dist, 'icons'), { recursive: true });
	cpSync(join(ROOT, 'nodes'), join(dist, 'nodes'), { recursive: true, filter: (path) => AS_IT_IS.test(path) || statSync(path).isDirectory() });
	return 0;
}

exitWith(build);
