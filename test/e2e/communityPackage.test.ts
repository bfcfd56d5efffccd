import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { N8nApi } from '../../scripts/n8n-host/api';
import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { PACKAGE_NAME, startN8n, type N8nServer } from '../../scripts/n8n-host/server';
import { npmStandIn, type NpmStandIn } from '../../scripts/record/npm';
import { chain, START, start, supportInbox } from './workflows';
import { CREDENTIAL_TYPE, enterWorld, NODE_TYPE, TRIGGER_TYPE, type World } from './world';

const LATER = '99.0.0';

let world: World;
let npm: NpmStandIn;
let n8n: N8nServer;
let api: N8nApi;
let folder: string;

/** n8n takes packages from another registry than npm's only with an enterprise licence, so npm's answers are stood in for. */
beforeAll(async () => {
	world = await enterWorld();
	npm = await npmStandIn();
	folder = mkdtempSync(join(tmpdir(), 'support-inbox-later-'));
	n8n = await startN8n({ program: world.program, env: { PATH: npm.path } });
	api = new N8nApi(n8n.baseUrl);
	await api.logIn();
});

afterAll(async () => {
	await n8n?.stop();
	npm?.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** @returns the same package with a later version */
function laterTarball(): string {
	execFileSync('tar', ['-xzf', world.tarball, '-C', folder]);
	const path = join(folder, 'package', 'package.json');
	writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), version: LATER }));
	const tarball = join(folder, 'later.tgz');
	execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}

const names = async () => (await api.nodeTypes(`${PACKAGE_NAME}.`)).map(({ name }) => name).sort();

it("is installed from n8n's settings, updated under a workflow that goes on, and removed", async () => {
	const { baseUrl, token } = world.simulator;
	npm.has(world.tarball, packageJson.version);
	expect(await names()).toEqual([]);
	expect(await api.installPackage(PACKAGE_NAME)).toBe(packageJson.version);
	expect(await names()).toEqual([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE].sort());

	const credentials = { [CREDENTIAL_TYPE]: await api.createCredential('Support Inbox', CREDENTIAL_TYPE, { baseUrl, accessToken: token }) };
	const workflowId = await api.createWorkflow(chain('Inboxes', start(), supportInbox('Inboxes', { resource: 'inbox', operation: 'getAll' }, credentials)));
	const listed = async () => {
		const execution = await api.runWorkflow(workflowId, START);
		expect(failureText(execution)).toBeUndefined();
		return outputJson(execution, 'Inboxes').map(({ message_box_id }) => message_box_id);
	};
	expect(await listed()).toEqual(expect.arrayContaining([101, 102, 103]));

	npm.has(laterTarball(), LATER);
	expect(await api.updatePackage(PACKAGE_NAME, LATER)).toBe(LATER);
	expect(await listed()).toEqual(expect.arrayContaining([101, 102, 103]));

	await api.removePackage(PACKAGE_NAME);
	expect(await names()).toEqual([]);
	await expect(api.runWorkflow(workflowId, START)).rejects.toThrow('Unrecognized node type');
});
