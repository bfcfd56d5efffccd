import { setTimeout as delay } from 'node:timers/promises';
import axios from 'axios';
import type { SimulatorClient } from '../simulator-process';
import type { Work } from './work';

const PAGE = 100;
const RETRY_MS = 500;
/** A token of its own, with a window of its own. */
const TOKEN = 'soak-comparison';

/** What the service has, against what the node said of each item. */
export interface LabelComparison {
	/** said to be created, and not there */
	lost: string[];
	/** there more than once */
	doubled: string[];
	/** said to have failed, and there */
	unexpected: string[];
}

/** Reads what became of the items, without the nodes. */
export async function compareLabels(simulator: SimulatorClient, work: Work): Promise<LabelComparison> {
	await simulator.changeTokens({ add: TOKEN });
	const there = new Map<string, number>();
	for (const inbox of work.inboxes) {
		for (const name of await labelNames(simulator.baseUrl, inbox)) {
			there.set(`${inbox} ${name}`, (there.get(`${inbox} ${name}`) ?? 0) + 1);
		}
	}
	return {
		lost: work.created.filter((label) => !there.has(label)),
		doubled: [...there].filter(([, times]) => times > 1).map(([label]) => label),
		unexpected: work.failed.filter((label) => there.has(label)),
	};
}

async function labelNames(baseUrl: string, inboxId: number): Promise<string[]> {
	const names: string[] = [];
	for (let page = 1; ; ) {
		const { status, data } = await axios.get<Array<{ name: string }>>(`${baseUrl}/api/v2/${inboxId}/labels`, {
			params: { page, per_page: PAGE },
			headers: { Authorization: `Bearer ${TOKEN}` },
			validateStatus: (answered) => answered === 200 || answered === 403,
		});
		if (status === 403) {
			await delay(RETRY_MS);
			continue;
		}
		names.push(...data.map(({ name }) => name));
		if (data.length < PAGE) return names;
		page++;
	}
}
