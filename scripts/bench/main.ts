import { statSync } from 'node:fs';
import { join } from 'node:path';

import { budget } from './budget';
import { start } from './child';
import { httpRequestNode, plainNode, thisNode } from './contestants';
import { loadTime } from './loadTime';
import { overhead, type Cost } from './overhead';
import { Report } from './report';

const ROOT = join(__dirname, '..', '..');
const BUILT = ['credentials/SupportInboxApi.credentials.js', 'nodes/SupportInbox/SupportInbox.node.js', 'nodes/SupportInbox/SupportInboxTrigger.node.js'];

/**
 * What is measured with.
 * - `tarball`: the packed package.
 * - `n8nModules`: node_modules of an n8n for its HTTP Request node; without it that rival is left out.
 */
export interface BenchOptions {
	tarball: string;
	n8nModules?: string;
}

/**
 * Measures and prints: share of the limit and refusals, time per item, load time, size, memory. Each against a rival
 * in the same run, where there is one.
 *
 * @returns 1 when an expectation that does not depend on how busy the machine is was not met
 */
export async function runBench({ tarball, n8nModules }: BenchOptions): Promise<number> {
	const report = new Report();
	if (!n8nModules) {
		console.log("n8n's HTTP Request node is left out: no n8n has been brought along yet (npm run demo does that).");
	}
	await underTheLimit(report);
	const server = start(join(__dirname, 'wireServer.ts'));
	try {
		const baseUrl = await server.firstLine;
		await perItem(report, baseUrl, n8nModules);
		await memory(report, baseUrl, n8nModules);
	} finally {
		server.stop();
	}
	const base = n8nModules && join(n8nModules, 'n8n-nodes-base', 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js');
	report.row('load time of the package, ms', {
		own: loadTime(BUILT.map((file) => join(ROOT, 'dist', file))).toFixed(0),
		http: base ? loadTime([base], join(base, '..')).toFixed(0) : undefined,
	});
	const kilobytes = statSync(tarball).size / 1_000;
	report.row('tarball, kB', { own: kilobytes.toFixed(1) }, { wants: '< 100', met: kilobytes < 100 });
	return report.end();
}

async function underTheLimit(report: Report): Promise<void> {
	const [own, plain] = [await budget(thisNode()), await budget(plainNode())];
	const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
	report.row('300 items: share of the limit used', { own: percent(own.share), plain: percent(plain.share) }, { wants: '>= 97 %', met: own.share >= 0.97 });
	report.row('300 items: refused (403)', { own: String(own.refused), plain: String(plain.refused) }, { wants: '0', met: own.refused === 0 });
	report.row('300 items: done', { own: String(own.done), plain: String(plain.done) }, { wants: '300', met: own.done === 300 });
}

async function perItem(report: Report, baseUrl: string, n8nModules?: string): Promise<void> {
	const rivals = [plainNode(), ...(n8nModules ? [httpRequestNode(n8nModules)] : [])];
	const costs = await overhead([thisNode(), ...rivals], { baseUrl, token: 'bench' });
	for (const [items, byName] of costs) {
		for (const kind of ['cpu', 'wall'] as const) {
			const of = (name: string) => shown(byName.get(name), kind);
			const own = byName.get('this node')!.cpu;
			const http = byName.get('HTTP Request node')?.cpu;
			const noise = kind === 'cpu' && http !== undefined ? { wants: '<= 2x HTTP Request', met: own <= 2 * http, noisy: true } : undefined;
			const what = kind === 'cpu' ? 'processor' : 'clock';
			report.row(`ms per item beyond the wire, ${items} items, ${what}`, { own: of('this node') ?? '-', plain: of('plain declarative node'), http: of('HTTP Request node') }, noise);
		}
	}
}

function shown(cost: Cost | undefined, kind: keyof Cost): string | undefined {
	return cost && cost[kind].toFixed(2);
}

async function memory(report: Report, baseUrl: string, n8nModules?: string): Promise<void> {
	const probe = async (args: string[]) => Number(await start(join(__dirname, 'memoryProbe.ts'), args).firstLine);
	const own = await probe([baseUrl]);
	const http = n8nModules ? (await probe([baseUrl, n8nModules])).toFixed(1) : undefined;
	report.row('memory growth with a file of 100 MB, MB', { own: own.toFixed(1), http }, { wants: '< 30', met: own < 30, noisy: true });
}
