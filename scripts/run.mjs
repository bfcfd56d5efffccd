import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program, or a development tool by its name, in the package's folder. Its output is shown as it comes.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] in addition to this process's own
 * @returns {Promise<number>} its exit code; 1 when it could not start or was killed
 */
export async function run(program, args, env = {}) {
	const { exitCode } = await execa(program, args, { cwd: ROOT, env, preferLocal: true, stdio: 'inherit', reject: false });
	return exitCode ?? 1;
}

/**
 * Makes what `work` resolves to this process's exit code. What it throws is shown as its message, without a stack, and
 * the exit code is 1.
 *
 * @param {() => Promise<number>} work
 */
export async function exitWith(work) {
	process.exitCode = await work().catch((error) => {
		console.error(error.message);
		return 1;
	});
}
