import type { N8nPage } from './browser';
import { inBrowser } from './inBrowser';
import type { World } from './world';

/** The name that n8n gives it. */
const NAME = 'Support Inbox account';
const RED = 'Couldn’t connect with these settings';

let world: World;
let n8n: N8nPage;
let complaints = 0;

inBrowser(async (entered, opened) => {
	[world, n8n] = [entered, opened];
	await openNewCredential();
});

afterAll(async () => {
	// A workflow that is imported takes the one credential of the name that it mentions: that of another test, if it is left.
	await world.api.deleteCredentials(NAME);
});

async function openNewCredential() {
	await n8n.page.goto('/home/credentials');
	await n8n.page.getByRole('button', { name: 'Create credential' }).first().click();
	await n8n.byTestId('new-credential-type-select').locator('input').fill('Support Inbox');
	await n8n.byTestId('new-credential-type-select-option').first().click();
	await n8n.byTestId('new-credential-type-button').click();
	await n8n.byTestId('editCredential-modal').waitFor();
}

/** Types in both fields and saves, which tests the credential. */
async function save(baseUrl: string, accessToken: string) {
	await n8n.parameter('baseUrl').locator('input').fill(baseUrl);
	await n8n.parameter('accessToken').locator('input').fill(accessToken);
	await n8n.byTestId('credential-save-button').click();
}

/** Waits until the red box says so, asked for its details where it hides them. */
async function complaint(text: RegExp): Promise<void> {
	const form = n8n.byTestId('editCredential-modal');
	await form.getByText(RED).waitFor();
	const more = form.getByText('More details');
	if (await more.isVisible()) await more.click();
	await form.getByText(text).waitFor();
	await n8n.picture(`credential-${++complaints}`);
}

describe('the credential, typed in by hand', () => {
	it('asks for address and token and keeps the token hidden', async () => {
		await n8n.parameter('accessToken').locator('input[type="password"]').waitFor();
		await n8n.byTestId('editCredential-modal').getByText('Base URL').waitFor();
	});

	it('says in red that an address is none, and shows how one looks', async () => {
		await save('ftp://your-company.example.com', 'anything');
		await complaint(/Base URL is not a web address.*https:\/\/your-company\.example\.com/);
	});

	it('says in red where the right token is found', async () => {
		await save(world.simulator.baseUrl, 'not-the-token');
		await complaint(/token is missing or not valid.*system settings/);
	});

	it('is green and saved with the right ones', async () => {
		await save(world.simulator.baseUrl, world.simulator.token);
		await n8n.byTestId('credentials-config-container-test-success').waitFor();
		await n8n.page.goto('/home/credentials');
		await n8n.byTestId('resources-list-item').getByText(NAME).first().click();
		await n8n.byTestId('credentials-config-container-test-success').waitFor();
	});
});
