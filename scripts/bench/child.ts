import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A TypeScript file that runs as a process of its own. */
export interface Child {
	/** its first line on standard output */
	firstLine: Promise<string>;
	stop(): void;
}

/** Starts it, with this process's own options for Node. Its first line is refused when it ends before. */
export function start(file: string, args: string[] = []): Child {
	const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
		cwd: join(__dirname, '..', '..'),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const firstLine = new Promise<string>((resolve, reject) => {
		let text = '';
		child.stdout.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			if (text.includes('\n')) resolve(text.split('\n')[0]);
		});
		child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and said nothing`)));
	});
	return { firstLine, stop: () => child.stdin.end() };
}
