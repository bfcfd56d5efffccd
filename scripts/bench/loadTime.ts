import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { median } from './overhead';

const REPETITIONS = 7;

/**
 * Loads modules in fresh processes that have n8n-workflow in memory already, as n8n has.
 *
 * @param from where n8n-workflow is found
 * @returns the median in ms
 */
export function loadTime(files: string[], from = join(__dirname, '..', '..')): number {
	const script = `
		require(require.resolve('n8n-workflow', { paths: [${JSON.stringify(from)}] }));
		const begun = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		console.log(performance.now() - begun);`;
	const once = () => Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
	return median(Array.from({ length: REPETITIONS }, once));
}
