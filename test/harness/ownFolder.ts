// For processes that load n8n-core without jest: what test/harness/setup.ts does there.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-support-inbox-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL ??= 'silent';
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
