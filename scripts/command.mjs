import { spawn } from 'node:child_process';

/** Variables that npm sets for the script it runs; a nested npm must not take them for its own. */
const OF_THE_OUTER_NPM = /^npm_(package_|lifecycle_|config_local_prefix$|command$)/;

/**
 * The environment for a nested npm: the caller's, without what an outer `npm run` added about itself.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment() {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !OF_THE_OUTER_NPM.test(name)),
	);
}

/**
 * Runs a command to its end, keeping its output. While it runs, a line every `everySeconds` says that it still does.
 *
 * @param {string} phase what is going on, as the user should read it
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: (line: string) => void, everySeconds?: number }} [options]
 * @returns {Promise<string>} standard output
 * @throws {Error} with the last lines of the output when the command fails or does not exist
 */
export function runCommand(phase, command, args, options = {}) {
	const { cwd, env = cleanEnvironment(), log = () => {}, everySeconds = 15 } = options;
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
	log(`${phase} ...`);
	const ticker = setInterval(() => log(`${phase} ... ${elapsed()}`), everySeconds * 1000);
	return new Promise((resolve, reject) => {
		// npm is a .cmd file on Windows, which only a shell can start.
		const child = spawn(command, args, { cwd, env, shell: process.platform === 'win32' });
		let stdout = '';
		let all = '';
		child.stdout.on('data', (chunk) => {
			stdout += chunk;
			all += chunk;
		});
		child.stderr.on('data', (chunk) => {
			all += chunk;
		});
		child.on('error', (error) => reject(new Error(`${phase}: cannot start "${command}": ${error.message}`)));
		child.on('close', (code, signal) => {
			if (code === 0) {
				log(`${phase}: done in ${elapsed()}`);
				resolve(stdout);
				return;
			}
			const tail = all.trim().split('\n').slice(-30).join('\n');
			const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
			reject(new Error(`${phase}: "${command} ${args.join(' ')}" ${how}\n${tail}`));
		});
	}).finally(() => clearInterval(ticker));
}
