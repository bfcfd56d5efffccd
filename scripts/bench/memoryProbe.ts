/**
 * Downloads a file of 100 MB by one contestant, and then another, and prints by how many MB the memory had grown at most by
 * the end of each. `tsx memoryProbe.ts BASE_URL held|all [N8N_MODULES]`: `held` collects garbage before each look, so
 * that what is left is in use; with the modules of an n8n, by its HTTP Request node.
 */
import { httpRequestNode, thisNode } from './contestants';
import { run } from './engine';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

const SAMPLE_MS = 5;
const MB = 1_000_000;
const FILE_MB = 100;

async function main([baseUrl, what, n8nModules]: string[]): Promise<number[]> {
	await Container.get(BinaryDataService).init();
	const service = { baseUrl, token: 'bench' };
	const inbox = { __rl: true, mode: 'id', value: 101 };
	const download = (megabytes: number) =>
		n8nModules
			? { url: `${baseUrl}/api/v2/101/messages/attachments/${megabytes}`, options: { response: { response: { responseFormat: 'file' } } } }
			: { resource: 'attachment', operation: 'download', messageBoxId: inbox, attachmentId: String(megabytes) };
	const contestant = n8nModules ? httpRequestNode(n8nModules) : thisNode();
	// What is loaded once stays loaded.
	await run(contestant, service, 1, download(1));
	const taken = () => {
		if (what === 'held') globalThis.gc?.();
		return process.memoryUsage().rss;
	};
	const atFirst = taken();
	const growth = async () => {
		let most = taken();
		const sampler = setInterval(() => (most = Math.max(most, taken())), SAMPLE_MS);
		const [item] = await run(contestant, service, 1, download(FILE_MB));
		clearInterval(sampler);
		if (item.binary?.data?.bytes !== FILE_MB * MB) throw new Error(`The file did not arrive: ${JSON.stringify(item)}`);
		return (most - atFirst) / MB;
	};
	return [await growth(), await growth()];
}

main(process.argv.slice(2)).then(
	(growths) => {
		console.log(growths.map((growth) => growth.toFixed(1)).join(' '));
		process.exit(0);
	},
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
