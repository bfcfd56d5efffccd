import { fileURLToPath } from 'node:url';
import { installedN8n } from './n8n-host/provision.mjs';
import { run } from './run.mjs';

const MAIN = fileURLToPath(new URL('soak/main.ts', import.meta.url));
const DEFAULT_MINUTES = '20';

// npm run soak [-- MINUTES [TICKETS]]: see soak/main.ts. On the Node that n8n runs on, where `npm run demo` has installed one.
const [minutes = DEFAULT_MINUTES, ...tickets] = process.argv.slice(2);
if (!(Number(minutes) > 0)) throw new Error('npm run soak -- MINUTES [TICKETS], with MINUTES above 0');
const args = ['--expose-gc', '--import', 'tsx', MAIN, minutes, ...tickets];
process.exitCode = await run(installedN8n()?.node ?? process.execPath, args);
