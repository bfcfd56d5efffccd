const { readdir, rm } = require('node:fs/promises');
const { join } = require('node:path');
const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');

/** Removes dist, so that a renamed source file leaves nothing behind in the package. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

function icons() {
	// gulp 5 decodes files as UTF-8 unless told otherwise, which would damage a PNG.
	return src('icons/*.{svg,png}', { encoding: false }).pipe(dest('dist/icons'));
}

/** The codex files (*.node.json): how n8n's node list files and finds the nodes. */
function codex() {
	return src('nodes/**/*.node.json', { base: '.', encoding: false }).pipe(dest('dist'));
}

/** What each operation gives, for n8n's editor to show before the first run. */
function schemas() {
	return src('nodes/**/__schema__/**/*.json', { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Writes the code short, file by file: a quarter of the tarball is layout and names that nothing outside of a file sees. The format makes a file's own names short, too. */
async function minify() {
	const files = await readdir('dist', { recursive: true });
	const entryPoints = files.filter((file) => file.endsWith('.js')).map((file) => join('dist', file));
	await build({ entryPoints, outbase: 'dist', outdir: 'dist', allowOverwrite: true, minify: true, format: 'cjs', charset: 'utf8', platform: 'node' });
}

exports.clean = clean;
exports.build = parallel(minify, icons, codex, schemas);
