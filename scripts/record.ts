/**
 * npm run record: films in one take how the package is installed, its credential tested, and how a trigger fires and its
 * workflow runs, in a real n8n beside the simulated service. n8n's reviewers ask for such a video. The part with the first
 * workflow also becomes the moving picture of README.
 *
 *   npm run record                        what is packed here stands in for what npm has
 *   npm run record -- --published beta    n8n installs what npm has under that tag
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json';
import { N8nPage } from '../test/e2e/browser';
import { Film } from './record/film';
import { npmStandIn } from './record/npm';
import { openSettings, perform, SCENES } from './record/scenes';
import { exitWith, ROOT, say } from './run';
import { withN8n } from './servers';

const VIDEO = join(ROOT, 'coverage', 'record', 'review.mp4');
const PICTURE = join(ROOT, 'docs', 'images', 'first-workflow.gif');
/** n8n's reviewers watch no longer (s). */
const LONGEST = 180;
const MOST_BYTES = 3_000_000;
/** How fast README shows it. */
const SPEED = 2.5;
/** A poll takes up to a minute, in which nothing is to be seen (s). */
const LONGEST_STILL = 1.5;

async function record(args: string[]): Promise<number> {
	const { values: { published } } = parseArgs({ args, options: { published: { type: 'string' } } });
	const npm = await npmStandIn();
	const frames = mkdtempSync(join(tmpdir(), 'support-inbox-film-'));
	try {
		const env = published === undefined ? { PATH: npm.path } : {};
		return await withN8n(async ({ n8n, simulator, tarball }) => {
			npm.has(tarball, packageJson.version);
			const browser = await N8nPage.open(n8n.baseUrl, { slowMo: 120, scale: 1 });
			try {
				await openSettings(browser);
				const film = await Film.start(browser.page, frames);
				await perform({ film, n8n: browser, simulator, version: published });
				const seconds = await film.end();
				say(`The film takes ${Math.round(seconds)} s`);
				mkdirSync(join(VIDEO, '..'), { recursive: true });
				await film.writeVideo(VIDEO);
				await film.writePicture(PICTURE, { from: SCENES.workflow, speed: SPEED, longest: LONGEST_STILL, most: MOST_BYTES });
				say(`${VIDEO}\n${PICTURE}`);
				return seconds <= LONGEST ? 0 : 1;
			} finally {
				await browser.close();
			}
		}, { env, isInstalled: false });
	} finally {
		npm.remove();
		rmSync(frames, { recursive: true, force: true });
	}
}

exitWith(async () => await record(process.argv.slice(2)));
