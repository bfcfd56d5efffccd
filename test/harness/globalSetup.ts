import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the run a user folder of its own: n8n-core writes its settings there, else into the home folder. The tests write there
 * as well of which tables they take a sample (scope.ts).
 */
export default function globalSetup(): void {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-support-inbox-'));
	process.env.N8N_USER_FOLDER = folder;
	process.env.SAMPLES_FILE = join(folder, 'samples.jsonl');
}
