import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { OWNER } from '../../scripts/n8n-host/api';
import { LONGEST_WAIT_MS, waitFor } from '../../scripts/n8n-host/net';

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

/** The notices in the corner cover what is below them, and are in no picture. */
const HIDDEN = '.el-notification { display: none !important }';

/** Beside nodes and notes in a picture, in pixels: connections that go back, and the names below nodes. */
const MARGIN = { side: 72, top: 24, bottom: 110 };
/** Of the canvas: in pixels, and WebP's measure, at which small letters can still be read. */
const PICTURE = { width: 1200, narrowest: 500, quality: 0.6 };
/** What n8n draws over the canvas. */
const BARE_CANVAS = '.vue-flow__panel, .vue-flow__background, [data-test-id="canvas-controls"], [data-test-id="canvas-wrapper"] > :not(#canvas):not([data-test-id="canvas"]) { visibility: hidden !important }';

/** Runs in the page. @returns a picture as WebP, in base 64 */
async function toWebp({ png, width, quality }: { png: string; width: number; quality: number }): Promise<string> {
	const image = new Image();
	image.src = `data:image/png;base64,${png}`;
	await image.decode();
	const scale = Math.min(1, width / image.width);
	const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
	const context = canvas.getContext('2d')!;
	context.imageSmoothingQuality = 'high';
	context.drawImage(image, 0, 0, canvas.width, canvas.height);
	return canvas.toDataURL('image/webp', quality).split(',')[1]!;
}

/** n8n's web page, used as a person uses it. */
export class N8nPage {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
	) {}

	/**
	 * Starts a browser and logs the owner in.
	 *
	 * @param baseUrl of the n8n
	 * @param slowMo how long it waits before each step, for those who watch (ms)
	 * @param scale pixels of the picture for one of the page
	 */
	static async open(baseUrl: string, { slowMo = 0, scale = 1.5 }: { slowMo?: number; scale?: number } = {}): Promise<N8nPage> {
		const browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS, slowMo });
		try {
			const context = await browser.newContext({ baseURL: baseUrl, viewport: SIZE, deviceScaleFactor: scale });
			const { email, password } = OWNER;
			const response = await context.request.post('/rest/login', { data: { emailOrLdapLoginId: email, password } });
			if (!response.ok()) throw new Error(`n8n refused the login: ${response.status()} ${await response.text()}`);
			context.setDefaultTimeout(LONGEST_WAIT_MS);
			const page = await context.newPage();
			page.on('load', async () => await page.addStyleTag({ content: HIDDEN }).catch(() => undefined));
			return new N8nPage(browser, page);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/** Shows a workflow on the canvas. */
	async openWorkflow(id: string): Promise<void> {
		// On a loaded machine n8n's page now and then stays empty until it is loaded again.
		const isShown = async () => {
			await this.page.goto(`/workflow/${id}`);
			return await this.byTestId('canvas-node').first().waitFor({ timeout: 25_000 }).then(() => true, () => false);
		};
		await waitFor(`the canvas of workflow ${id}`, isShown);
	}

	/** Imports a workflow from a file, as the workflow's menu does. */
	async importFile(path: string): Promise<void> {
		await this.page.goto('/workflow/new');
		await this.page.getByText('Add first step').first().waitFor();
		await this.byTestId('workflow-import-input').setInputFiles(path);
		await this.byTestId('canvas-node').first().waitFor();
	}

	/** Starts the workflow on the canvas by hand and waits until it has succeeded. */
	async runWorkflow(): Promise<void> {
		await this.byTestId('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').first().waitFor({ state: 'attached' });
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

	/** Brings the whole workflow into view at nearly its full size. @param size of what is on the canvas */
	async showAll(size: { width: number; height: number }): Promise<void> {
		await this.page.setViewportSize({ width: Math.max(SIZE.width, size.width + 600), height: Math.max(SIZE.height, size.height + 500) });
		await this.zoomToFit();
	}

	/**
	 * Takes a picture of the nodes and notes, and of nothing of n8n around them.
	 *
	 * @param most bytes of it
	 * @returns a WebP file, as wide as goes into them
	 */
	async canvasPicture(most: number): Promise<Buffer> {
		const boxes = await this.boxes();
		const [x, y] = [Math.min(...boxes.map((box) => box.x)) - MARGIN.side, Math.min(...boxes.map((box) => box.y)) - MARGIN.top];
		const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN.side, Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN.bottom];
		const clip = { x, y, width: right - x, height: bottom - y };
		await this.page.addStyleTag({ content: BARE_CANVAS });
		// Away from the nodes and connections, which show buttons when pointed at, and for a moment after that.
		await this.page.mouse.move(0, 0);
		await this.page.waitForTimeout(1_000);
		const shot = await this.page.screenshot({ clip, animations: 'disabled' });
		// n8n's own page takes no picture from elsewhere.
		const blank = await this.page.context().newPage();
		try {
			const png = shot.toString('base64');
			for (let { width } = PICTURE; width > PICTURE.narrowest; width *= 0.9) {
				const picture = Buffer.from(await blank.evaluate(toWebp, { png, width, quality: PICTURE.quality }), 'base64');
				if (picture.length <= most) return picture;
			}
			throw new Error(`The canvas does not go into a picture of ${most} bytes`);
		} finally {
			await blank.close();
		}
	}

	/** @returns where the nodes, without the names below them, and the notes of the open workflow are, in pixels */
	private async boxes() {
		const boxes = (await this.page.locator('.vue-flow__node').all()).map(async (element) => await element.boundingBox());
		return (await Promise.all(boxes)).filter((box) => box !== null);
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

	/** @returns the labels of the open node's fields that are seen without scrolling, from top to bottom */
	async visibleLabels(): Promise<string[]> {
		await this.settle();
		const end = await this.bottomOf(this.byTestId('ndv'));
		const found: string[] = [];
		for (const label of await this.byTestId('node-parameters').locator('[data-test-id="input-label"]').all()) {
			if ((await label.isVisible()) && (await this.bottomOf(label)) <= end) found.push((await label.innerText()).split('\n')[0] ?? '');
		}
		return found;
	}

	/** @returns whether n8n marks a field of the open node red: a value is missing, or is none of its choices */
	async isRed(name: string): Promise<boolean> {
		await this.parameter(name).waitFor();
		await this.settle();
		return (await this.parameter(name).locator('[data-test-id="parameter-issues"]').count()) > 0;
	}

	private async bottomOf(element: Locator): Promise<number> {
		const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
		return y + height;
	}

	/** Opens a dropdown and waits until it is filled. @param wanted one of its entries, where others were shown before @returns the texts of all */
	async openDropdown(name: string, wanted?: string): Promise<string[]> {
		let texts: string[] = [];
		const isFilled = async () => {
			// While its entries are loaded it takes no click, and those that it shows already go away again.
			await this.parameter(name).locator('.el-input__suffix').click();
			await this.entries().first().waitFor({ timeout: 2_000 }).catch(() => undefined);
			texts = await this.entries().allInnerTexts();
			return wanted === undefined ? texts.length > 0 : texts.includes(wanted);
		};
		await waitFor(`the entries of ${name}`, isFilled);
		return texts;
	}

	/** Chooses an entry of the open dropdown by its text, and closes it where it stays open for more. */
	async choose(text: string): Promise<void> {
		await this.entries().filter({ hasText: text }).first().click();
		await this.closeDropdown();
	}

	/** Closes the open dropdown. */
	async closeDropdown(): Promise<void> {
		await this.page.waitForTimeout(400);
		if (await this.entries().first().isVisible()) await this.page.keyboard.press('Escape');
		await this.entries().first().waitFor({ state: 'hidden' });
	}

	private entries(): Locator {
		return this.page.locator('[role=option]:visible');
	}

	/** Opens the list of a locator. */
	async openLocator(name: string): Promise<void> {
		await this.byTestId(`resource-locator-${name}`).locator('[data-test-id="rlc-input"]').click();
	}

	/** Narrows the open list of a locator. */
	async searchLocator(text: string): Promise<void> {
		await this.visible('rlc-search').fill(text);
	}

	/** The entries of the open list of a locator. */
	locatorEntries(): Locator {
		return this.visible('rlc-item');
	}

	/** Opens the list of nodes and searches it. @returns the names that it shows */
	async searchNodes(text: string): Promise<string[]> {
		const search = this.byTestId('node-creator-search-bar');
		if (!(await search.isVisible())) await this.byTestId('node-creator-plus-button').first().click();
		await search.fill(text);
		await this.settle();
		return await this.byTestId('node-creator-item-name').allInnerTexts();
	}

	/** Runs the open node ("Execute step", "Fetch Test Event") and waits for what it puts out. */
	async executeNode(): Promise<void> {
		await this.byTestId('node-execute-button').click();
		const output = this.byTestId('output-panel');
		// The mark stays; the notice in the corner is gone after some seconds, seen or not.
		const mark = output.locator('[data-test-id^="node-run-status-"]');
		await mark.waitFor();
		if (!(await output.locator('[data-test-id="node-run-status-success"]').isVisible())) throw new Error(await output.innerText());
		await this.settle();
	}

	/** Shows what the open node put out as JSON. */
	async showOutputAsJson(): Promise<void> {
		await this.byTestId('output-panel').locator('[data-test-id="radio-button-json"]').click();
	}

	/** A part of the page by n8n's own name for it. */
	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}

	private visible(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]:visible`);
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
