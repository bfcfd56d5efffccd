import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const KEPT_LINES = 60;
const GRACE_MS = 15_000;

/** A process that we started, with the ones that it starts itself: ended together, by its own id only. */
export class OwnProcess {
	private readonly child: ChildProcess;
	private readonly lines: string[] = [];

	/** @param log gets every line of its output */
	constructor(
		private readonly command: string,
		private readonly args: string[],
		env: NodeJS.ProcessEnv,
		log?: (line: string) => void,
	) {
		// A group of its own: Ctrl-C in the terminal reaches us alone, and we end our processes in order.
		const detached = process.platform !== 'win32';
		this.child = spawn(command, args, { env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
		this.child.on('error', (error) => this.lines.push(error.message));
		for (const stream of [this.child.stdout, this.child.stderr]) {
			if (!stream) continue;
			createInterface({ input: stream }).on('line', (line) => {
				this.lines.push(line);
				if (this.lines.length > KEPT_LINES) this.lines.shift();
				log?.(line);
			});
		}
	}

	/** Whether it has not ended. */
	get isRunning(): boolean {
		return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
	}

	/** @returns the last lines that it wrote */
	tail(): string {
		return this.lines.join('\n');
	}

	/** @returns the first line it has written that fits, of the last 60 */
	findLine(pattern: RegExp): string | undefined {
		return this.lines.find((line) => pattern.test(line));
	}

	/** @throws with its last lines when it has ended */
	assertRunning(): void {
		if (this.isRunning) return;
		const how = this.child.signalCode ?? `code ${this.child.exitCode}`;
		throw new Error(`${this.command} ${this.args.join(' ')} ended (${how})\n${this.tail()}`);
	}

	/** Waits for its end. @returns the exit code, null when a signal ended it */
	async ended(): Promise<number | null> {
		if (this.isRunning) await once(this.child, 'exit');
		return this.child.exitCode;
	}

	/** SIGTERM, and SIGKILL after 15 seconds. */
	async stop(): Promise<void> {
		if (!this.isRunning) return;
		this.signal('SIGTERM');
		const patience = new AbortController();
		const inTime = await Promise.race([
			this.ended().then(() => true),
			delay(GRACE_MS, false, { signal: patience.signal }).catch(() => false),
		]);
		patience.abort();
		if (!inTime) await this.kill();
	}

	/** SIGKILL, to it and to what it started. */
	async kill(): Promise<void> {
		if (!this.isRunning) return;
		this.signal('SIGKILL', true);
		await this.ended();
	}

	private signal(signal: NodeJS.Signals, group = false): void {
		if (group && process.platform !== 'win32' && this.child.pid) process.kill(-this.child.pid, signal);
		else this.child.kill(signal);
	}
}
