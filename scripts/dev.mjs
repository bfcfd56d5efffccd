import { require as requireTs } from 'tsx/cjs/api';
import { provisionN8n } from './n8n-host/provision.mjs';
import { withPackedPackage } from './pack.mjs';

const program = await provisionN8n();
const { runDev } = requireTs('./dev/main.ts', import.meta.url);
process.exitCode = await withPackedPackage(async (tarball) => await runDev(program, tarball));
