import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { OWNER } from '../../scripts/n8n-host/api';

const CHROMIUM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const SIZE = { width: 1440, height: 900 };
/** Pictures that only serve to look at a failed test; the ones for the README go to docs/images. */
const OUTPUT = join(__dirname, 'output');

/** @throws that says what to install */
export function findChromium(): string {
	const found = [process.env.CHROMIUM_PATH, ...CHROMIUM_PLACES].find((path) => path && existsSync(path));
	if (found) return found;
	throw new Error(
		'No Chromium was found. Debian, Ubuntu: apt-get install chromium. Elsewhere: set CHROMIUM_PATH to a Chromium or Chrome.',
	);
}

/** n8n's web page, used as a person uses it. */
export class N8nPage {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {}

	/** Starts a browser and logs the owner in. @param baseUrl of the n8n */
	static async open(baseUrl: string): Promise<N8nPage> {
		const browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
		try {
			const context = await browser.newContext({ baseURL: baseUrl, viewport: SIZE, deviceScaleFactor: 1.5 });
			const { email, password } = OWNER;
			const response = await context.request.post('/rest/login', { data: { emailOrLdapLoginId: email, password } });
			if (!response.ok()) throw new Error(`n8n refused the login: ${response.status()} ${await response.text()}`);
			return new N8nPage(browser, await context.newPage());
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/** Shows a workflow on the canvas. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`/workflow/${id}`);
		await this.byTestId('canvas-node').first().waitFor();
	}

	/** Starts the workflow on the canvas by hand and waits until it has succeeded. */
	async runWorkflow(): Promise<void> {
		await this.byTestId('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').first().waitFor();
		await this.closeNotices();
	}

	/** Shows a stored credential; n8n tests it while it opens. */
	async openCredential(id: string): Promise<void> {
		await this.page.goto(`/home/credentials/${id}`);
		await this.byTestId('editCredential-modal').waitFor();
	}

	/** Brings the whole workflow into view, as the key 1 does. */
	async zoomToFit(): Promise<void> {
		await this.page.keyboard.press('1');
		await this.settle();
	}

	/** Opens the panel of a node that is on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.byTestId('canvas-node').and(this.page.locator(`[data-node-name="${name}"]`)).dblclick();
		await this.byTestId('ndv').waitFor();
	}

	/** Closes the panel of the open node. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.byTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** The field of a parameter in the open node; `name` is the parameter's own, as in the workflow. */
	parameter(name: string): Locator {
		return this.byTestId(`parameter-input-${name}`);
	}

	/** Opens a dropdown and waits until it is filled. @returns the texts of its entries */
	async openDropdown(name: string): Promise<string[]> {
		await this.parameter(name).locator('input').first().click();
		const entries = this.page.locator('[role=option]:visible');
		await entries.first().waitFor();
		return await entries.allInnerTexts();
	}

	/** Chooses an entry of the open dropdown by its text. */
	async choose(text: string): Promise<void> {
		await this.page.locator('[role=option]:visible').filter({ hasText: text }).first().click();
	}

	/** Runs the open node ("Execute step", "Fetch Test Event") and waits for what it puts out. */
	async executeNode(): Promise<void> {
		await this.byTestId('node-execute-button').click();
		await this.byTestId('output-panel').locator('[data-test-id="ndv-data-container"]').waitFor();
		await this.page.getByText('Node executed successfully').first().waitFor();
		await this.closeNotices();
		await this.settle();
	}

	/** Closes the notices in the corner, which cover what is below them. */
	private async closeNotices(): Promise<void> {
		for (const notice of await this.page.locator('.el-notification__closeBtn').all()) await notice.click();
	}

	/** A part of the page by n8n's own name for it. */
	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}

	/**
	 * Takes a picture of what is seen.
	 *
	 * @param name file name without extension
	 * @param folder default: the output folder of the tests
	 */
	async picture(name: string, folder = OUTPUT): Promise<string> {
		mkdirSync(folder, { recursive: true });
		const path = join(folder, `${name}.png`);
		await this.settle();
		await this.page.screenshot({ path, animations: 'disabled' });
		return path;
	}

	/** Ends the browser. */
	async close(): Promise<void> {
		await this.browser.close();
	}

	/** Pictures and clicks come after the page's movements. */
	private async settle(): Promise<void> {
		// Away from what shows a hint when pointed at.
		await this.page.mouse.move(SIZE.width / 2, SIZE.height - 120);
		await this.page.waitForTimeout(600);
	}
}
