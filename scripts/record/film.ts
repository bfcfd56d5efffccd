import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { output } from '../run';

/** A picture of the page, and when it was seen (s). */
interface Frame {
	file: string;
	at: number;
}

/** What is shown below a part of the film. */
interface Scene {
	caption: string;
	/** s */
	from: number;
}

const SIZE = { width: 1440, height: 900 };
/** Frames of the film in a second: a form is no ball game. */
const RATE = 10;

const CAPTION = 'caption of the film';

/** Put into each page: the pointer, which a screencast does not have, and the caption. As text, since it runs in the browser. */
const DECORATION = `(() => {
	const add = () => {
		const made = (css) => Object.assign(document.createElement('div'), { style: 'position:fixed;z-index:2147483647;pointer-events:none;' + css });
		const pointer = made('left:0;top:0;width:22px;height:22px;margin:-11px;border-radius:50%;background:rgba(255,109,90,.6);border:2px solid #fff;transition:transform .25s');
		const caption = made('left:50%;bottom:52px;transform:translateX(-50%);padding:10px 22px;border-radius:8px;background:rgba(20,24,40,.88);color:#fff;font:600 20px sans-serif');
		const show = () => {
			caption.textContent = sessionStorage.getItem('${CAPTION}');
			caption.style.display = caption.textContent ? 'block' : 'none';
		};
		addEventListener('mousemove', ({ clientX, clientY }) => (pointer.style.transform = 'translate(' + clientX + 'px, ' + clientY + 'px)'), true);
		addEventListener('${CAPTION}', show);
		show();
		document.body.append(pointer, caption);
	};
	if (document.body) add();
	else addEventListener('DOMContentLoaded', add);
})();`;

/** What Chromium shows of a page from its start to its end, in one take. */
export class Film {
	private readonly frames: Frame[] = [];
	private readonly scenes: Scene[] = [];
	private saved: Promise<unknown> = Promise.resolve();

	private constructor(
		private readonly page: Page,
		private readonly session: CDPSession,
		private readonly folder: string,
	) {}

	/** @param page as the film begins @param folder for the frames */
	static async start(page: Page, folder: string): Promise<Film> {
		mkdirSync(folder, { recursive: true });
		await page.addInitScript(DECORATION);
		await page.evaluate(DECORATION);
		const film = new Film(page, await page.context().newCDPSession(page), folder);
		film.session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			const file = join(folder, `${String(film.frames.length).padStart(5, '0')}.jpg`);
			film.frames.push({ file, at: metadata.timestamp ?? Date.now() / 1_000 });
			writeFileSync(file, data, 'base64');
			film.saved = film.session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		await film.session.send('Page.startScreencast', { format: 'jpeg', quality: 90, maxWidth: SIZE.width, maxHeight: SIZE.height });
		return film;
	}

	/** Begins a scene, whose caption stays until the next one. */
	async scene(caption: string): Promise<void> {
		this.scenes.push({ caption, from: Date.now() / 1_000 });
		await this.page.evaluate(`sessionStorage.setItem('${CAPTION}', ${JSON.stringify(caption)}); dispatchEvent(new Event('${CAPTION}'))`);
		await this.page.waitForTimeout(1_500);
	}

	/** Ends the film. @returns how long it is (s) */
	async end(): Promise<number> {
		await this.page.waitForTimeout(2_000);
		await this.session.send('Page.stopScreencast');
		await this.saved;
		const [first, last] = [this.frames[0], this.frames.at(-1)];
		if (first === undefined || last === undefined) throw new Error('Chromium sent no picture of the page');
		// Where nothing moved at the end, the last picture was seen until now.
		this.frames.push({ ...last, at: Date.now() / 1_000 });
		return this.frames.at(-1)!.at - first.at;
	}

	/** Writes the whole film. @param path of the video, an mp4 */
	async writeVideo(path: string): Promise<void> {
		await this.encode(this.frames, {}, ['-vf', `fps=${RATE},scale=${SIZE.width}:-2`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', path]);
	}

	/**
	 * Writes the film from a scene on as a moving picture.
	 *
	 * @param speed how many times as fast it is
	 * @param longest how long a picture stays in which nothing moves (s)
	 * @param most the most bytes that it may have
	 * @throws when it has more
	 */
	async writePicture(path: string, { from, speed, longest, most }: { from: string; speed: number; longest: number; most: number }): Promise<void> {
		const begin = this.scenes.find((scene) => scene.caption === from)!.from;
		const frames = this.frames.filter(({ at }) => at >= begin);
		const palette = 'split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
		await this.encode(frames, { speed, longest }, ['-vf', `fps=4,scale=900:-2:flags=lanczos,${palette}`, '-loop', '0', path]);
		const { size } = statSync(path);
		if (size > most) throw new Error(`${path} has ${size} bytes, at most ${most} are wanted`);
	}

	/** A frame is shown until the next one came: Chromium sends one when something has changed. */
	private async encode(frames: readonly Frame[], { speed = 1, longest = Infinity }, args: string[]): Promise<void> {
		const secondsOf = (place: number) => Math.min(((frames[place + 1]?.at ?? frames[place]!.at) - frames[place]!.at) / speed, longest);
		const lines = frames.flatMap(({ file }, place) => [`file '${file}'`, `duration ${secondsOf(place).toFixed(3)}`]);
		const list = join(this.folder, 'frames.txt');
		writeFileSync(list, [...lines, `file '${frames.at(-1)!.file}'`, ''].join('\n'));
		await output('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, ...args]);
	}
}
