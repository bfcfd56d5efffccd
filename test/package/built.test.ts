/**
 * The other tests import the source. These load `dist` as n8n loads an installed package, and use it once: what the
 * compiler made of the source, and what only the package has (its manifest, the search files, the icons).
 * `npm run build` makes it; `npm test` does that first.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { name, version } from '../../package.json';
import { pollerOf, runNode } from '../harness/engine';
import { byId, INBOX } from '../resources/service';
import { startSimulator, type Simulator } from '../simulator';

const ROOT = join(__dirname, '../..');
const loader = new PackageDirectoryLoader(ROOT);

/** @returns a node as n8n has it after it loaded the package */
const loaded = (type: string): INodeType => loader.getNode(type).type as INodeType;

let simulator: Simulator;

beforeAll(async () => {
	if (!existsSync(join(ROOT, 'dist'))) throw new Error('There is no dist to test: npm run build');
	await loader.loadAll();
});

beforeEach(async () => {
	simulator = await startSimulator({ rateLimit: { limit: 10_000 } });
});

afterEach(async () => {
	simulator.expectNoViolations();
	await simulator.stop();
});

describe('the built package, as n8n loads it', () => {
	it('has both nodes and the credential', () => {
		expect(Object.keys(loader.nodeTypes).sort()).toEqual(['supportInbox', 'supportInboxTrigger']);
		expect(Object.keys(loader.credentialTypes)).toEqual(['supportInboxApi']);
		expect(loaded('supportInbox').description.communityNodePackageVersion).toBe(version);
	});

	it.each(['supportInbox', 'supportInboxTrigger'])('%s is filed in the node list, and its icons are there', (type) => {
		const { codex, iconUrl } = loaded(type).description;
		expect(codex?.categories).toContain('Communication');
		const { light, dark } = iconUrl as { light: string; dark: string };
		for (const url of [light, dark]) expect(existsSync(join(ROOT, url.replace(`icons/${name}/`, '')))).toBe(true);
	});

	it('reads and writes', async () => {
		const label = { resource: 'label', messageBoxId: byId(INBOX) };
		const settings = { nodeType: loaded('supportInbox') };
		const [{ json }] = await runNode(simulator, { ...label, operation: 'create', name: 'From the package' }, settings);
		expect(json).toMatchObject({ label_id: expect.any(Number) });
		const all = await runNode(simulator, { ...label, operation: 'getAll', returnAll: true }, settings);
		expect(all.map((item) => item.json.name)).toContain('From the package');
	});

	it('polls', async () => {
		const poller = pollerOf(simulator, { messageBoxIds: [INBOX] }, { nodeType: loaded('supportInboxTrigger') });
		expect(await poller.poll()).toBeNull();
		const { ticket_id: id } = simulator.store.createTicket();
		expect((await poller.poll())?.map(({ json }) => json.ticket_id)).toEqual([id]);
	});
});
