const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
// n8n-core's decorators need the metadata API before n8n-core itself is loaded. It is added to what all test files share.
require('reflect-metadata');

/**
 * Test files run where n8n runs, not in a context of their own: so installed packages are loaded once a worker (runtime.js),
 * and a Map or an Error of n8n is one of the test's too. What a file has changed of the things that all share is put back
 * when it ends; its modules are its own.
 */
module.exports = class Environment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;

	constructor({ projectConfig }) {
		this.shared = [globalThis, process, ...standardObjects()].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
		this.variables = { ...process.env };
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		Object.assign(globalThis, projectConfig.globals);
	}

	async setup() {}

	async teardown() {
		this.fakeTimersModern.dispose();
		for (const [object, properties] of this.shared) restore(object, properties);
		for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
		Object.assign(process.env, this.variables);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** Jest takes none for an environment that has been torn down; runtime.js does not use it. */
	getVmContext() {
		return globalThis;
	}
};

/** @returns what JavaScript and Node provide to every module: classes with their prototypes, and objects such as Math */
function standardObjects() {
	const values = Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }) => value);
	const holders = [...values.filter((value) => typeof value === 'function' || (typeof value === 'object' && value !== null)), performance];
	return new Set(holders.flatMap((holder) => [holder, typeof holder === 'function' ? holder.prototype : undefined]).filter(Boolean));
}

/** What was added stays: a package that is loaded once a worker may have done it. */
function restore(object, properties) {
	for (const [name, was] of Object.entries(properties)) {
		const is = Object.getOwnPropertyDescriptor(object, name);
		if (was.configurable && (is === undefined || is.value !== was.value || is.get !== was.get)) Object.defineProperty(object, name, was);
		else if (was.writable && is.value !== was.value) object[name] = was.value;
	}
}
