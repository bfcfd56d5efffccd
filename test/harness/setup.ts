// n8n-core's decorators need the metadata API before n8n-core itself is loaded.
import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

// Workers start at the same time, and n8n-core creates its settings file on load: one folder for each,
// below the one `globalSetup` made.
const { N8N_USER_FOLDER = '', JEST_WORKER_ID = '1' } = process.env;
process.env.N8N_USER_FOLDER = join(N8N_USER_FOLDER, `worker-${JEST_WORKER_ID}`);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
// What nodes log would stand between the results.
process.env.N8N_LOG_LEVEL ??= 'silent';
