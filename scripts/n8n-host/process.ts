import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const KEPT_LINES = 500;
const GRACE_MS = 15_000;

export interface ProcessOptions {
	/** gets every line of its output */
	log?: (line: string) => void;
	/** what asks it to end in order, default SIGTERM */
	stopSignal?: NodeJS.Signals;
	/** the user and group that it runs as, default our own */
	user?: { uid: number; gid: number };
}

/** A process that we started, with the ones that it starts itself: ended together, by its own id only. */
export class OwnProcess {
	private readonly child: ChildProcess;
	private readonly lines: string[] = [];

	constructor(
		private readonly command: string,
		private readonly args: string[],
		env: NodeJS.ProcessEnv,
		private readonly options: ProcessOptions = {},
	) {
		// A group of its own: Ctrl-C in the terminal reaches us alone, and we end our processes in order.
		const detached = process.platform !== 'win32';
		this.child = spawn(command, args, { env, detached, ...options.user, stdio: ['ignore', 'pipe', 'pipe'] });
		this.child.on('error', (error) => this.lines.push(error.message));
		for (const stream of [this.child.stdout, this.child.stderr]) {
			if (!stream) continue;
			createInterface({ input: stream }).on('line', (line) => {
				this.lines.push(line);
				if (this.lines.length > KEPT_LINES) this.lines.shift();
				options.log?.(line);
			});
		}
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	/** Whether it has not ended. */
	get isRunning(): boolean {
		return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
	}

	/** @returns the last lines that it wrote */
	tail(): string {
		return this.lines.join('\n');
	}

	/** @returns the first line it has written that fits, of the last 500 */
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

	/** Asks it to end, and ends it hard after 15 seconds. */
	async stop(): Promise<void> {
		if (!this.isRunning) return;
		this.signal(this.options.stopSignal ?? 'SIGTERM');
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
