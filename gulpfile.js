const { rm } = require('node:fs/promises');
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

exports.clean = clean;
exports.build = parallel(icons, codex, schemas);
