import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { installedN8n } from './n8n-host/provision.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = fileURLToPath(new URL('soak/main.ts', import.meta.url));
const DEFAULT_MINUTES = '20';

// npm run soak [-- MINUTES [TICKETS]]: see soak/main.ts. On the Node that n8n runs on, where `npm run demo` has brought one along.
const [minutes = DEFAULT_MINUTES, ...tickets] = process.argv.slice(2);
if (!(Number(minutes) > 0)) throw new Error('npm run soak -- MINUTES [TICKETS], with MINUTES above 0');
const args = ['--expose-gc', '--import', 'tsx', MAIN, minutes, ...tickets];
process.exitCode = (await execa(installedN8n()?.node ?? process.execPath, args, { cwd: ROOT, stdio: 'inherit', reject: false })).exitCode ?? 1;
