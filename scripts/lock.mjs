import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 2_000;
const TELL_MS = 15_000;
/** How long a lock without a readable owner may be: its owner died between two system calls. */
const OWNERLESS_MS = 10_000;

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

function isAbandoned(lock) {
	try {
		return !isAlive(Number(readFileSync(join(lock, 'pid'), 'utf8')) || 0);
	} catch {
		const age = statSync(lock, { throwIfNoEntry: false });
		return age !== undefined && Date.now() - age.mtimeMs > OWNERLESS_MS;
	}
}

/**
 * Runs `work` while holding a lock that other processes of this machine respect. A lock whose process is gone is taken over.
 *
 * @template T
 * @param {string} lock a path of its own, beside what is protected
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called at once and every 15 seconds while another process holds the lock
 * @returns {Promise<T>} what `work` returns
 */
export async function withLock(lock, work, onWait) {
	for (let waited = 0; ; waited += LOOK_MS) {
		try {
			mkdirSync(lock);
			break;
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
		if (isAbandoned(lock)) {
			rmSync(lock, { recursive: true, force: true });
			continue;
		}
		if (waited % TELL_MS < LOOK_MS) onWait();
		await delay(LOOK_MS);
	}
	try {
		writeFileSync(join(lock, 'pid'), String(process.pid));
		return await work();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}
