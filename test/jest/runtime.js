const { join, sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const INSTALLED = `${sep}node_modules${sep}`;
/** Files of ours that keep nothing of a test, and take long to load: the contract, read and compiled. */
const KEPT = ['contract.ts', 'check.ts'].map((name) => join(__dirname, '../contract', name));

/** What the kept files of this worker export, by name. */
const kept = new Map();
/** The files that this worker has compiled, by name: each test file has modules of its own, but of the same scripts. */
const scripts = new Map();

/**
 * Loads installed packages as Node does, once a worker; a test file has modules of its own of everything else. To load
 * n8n-core anew takes longer than most files do.
 */
module.exports = class extends Runtime {
	_execModule(module, options, ...rest) {
		const { filename } = module;
		if (!options?.isInternalModule && filename.includes(INSTALLED)) {
			module.exports = require(filename);
		} else if (kept.has(filename)) {
			module.exports = kept.get(filename);
		} else {
			super._execModule(module, options, ...rest);
			if (KEPT.includes(filename)) kept.set(filename, module.exports);
		}
	}

	createScriptFromCode(code, filename) {
		const known = scripts.get(filename);
		if (known?.code === code) return known;
		const script = new Script(this.wrapCodeInModuleWrapper(code), { filename, columnOffset: this._fileTransforms.get(filename)?.wrapperLength });
		const compiled = { code, runInContext: () => script.runInThisContext() };
		scripts.set(filename, compiled);
		return compiled;
	}
};
