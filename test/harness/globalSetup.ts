import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a user folder of its own: n8n-core writes its settings there, else into the home folder. */
export default function globalSetup(): void {
	process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-nodes-support-inbox-'));
}
