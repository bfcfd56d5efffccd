// Before `npm test`, `npm run demo` and `npm run dev`: a fresh clone gets its development tools. No install script runs:
// nothing here needs one, and some would download programs.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// npm writes this file last of all: an interrupted installation has none.
if (!existsSync('node_modules/.package-lock.json')) {
	execSync('npm ci --ignore-scripts --no-audit --no-fund', { stdio: 'inherit' });
}
