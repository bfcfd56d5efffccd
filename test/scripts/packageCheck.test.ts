import { contentFindings, contrastFindings, dependencyFindings, referenceFindings, traceFindings, type PackedFile } from '../../scripts/check-package';

const NODE = 'dist/nodes/SupportInbox/SupportInbox.node.js';
const ICON = 'dist/icons/supportInbox.svg';

/** A sound package, with `changes` laid over it; `undefined` takes a file out. */
function packageWith(changes: Record<string, string | undefined> = {}): PackedFile[] {
	const sound = {
		'CHANGELOG.md': '',
		LICENSE: '',
		'README.ja.md': '',
		'README.md': '',
		'package.json': JSON.stringify({ n8n: { nodes: [NODE] } }),
		[NODE]: "icon: 'file:../../icons/supportInbox.svg'",
		'dist/nodes/SupportInbox/SupportInbox.node.json': '{}',
		[ICON]: '<svg/>',
	};
	return Object.entries({ ...sound, ...changes }).flatMap(([path, text]) =>
		text === undefined ? [] : [{ path, text }],
	);
}

describe('package check: content', () => {
	it('finds nothing in a sound package', () => {
		const files = packageWith();
		expect(contentFindings(files)).toEqual([]);
		expect(referenceFindings(files)).toEqual([]);
		expect(dependencyFindings(files)).toEqual([]);
		expect(traceFindings(files, [])).toEqual([]);
	});

	it.each([
		'dist/nodes/SupportInbox/SupportInbox.node.js.map',
		'dist/nodes/SupportInbox/SupportInbox.node.d.ts',
		'dist/nodes/test/simulator.js',
		'nodes/SupportInbox/SupportInbox.node.ts',
		'.npmrc',
	])('refuses %s', (path) => {
		expect(contentFindings(packageWith({ [path]: '' }))).toEqual([`${path} does not belong into the package`]);
	});

	it('misses the license', () => {
		expect(contentFindings(packageWith({ LICENSE: undefined }))).toEqual(['LICENSE is missing']);
	});

	it('misses a declared node and a named icon', () => {
		expect(referenceFindings(packageWith({ [NODE]: undefined }))).toEqual([
			`${NODE} is declared in package.json, but not in the package`,
		]);
		expect(referenceFindings(packageWith({ [ICON]: undefined }))).toEqual([
			`${NODE} names the icon ../../icons/supportInbox.svg, which is not there`,
		]);
	});

	it.each([
		[ICON, '#f2713c', ['#ffffff', '#f5f5f5']],
		['dist/icons/supportInbox.dark.svg', '#9db8e8', []],
		['dist/icons/supportInbox.dark.svg', '#23406e', ['#2d2e2e', '#414244']],
	])('%s in %s is hard to see on %j', (icon, fill, grounds) => {
		expect(contrastFindings(packageWith({ [icon]: `<path fill="${fill}"/>` }))).toEqual(grounds.map((ground) => `${icon}: ${fill} is hard to see on ${ground}`));
	});

	it('finds a node that package.json does not declare', () => {
		const trigger = 'dist/nodes/SupportInbox/SupportInboxTrigger.node.js';
		expect(referenceFindings(packageWith({ [trigger]: '' }))).toEqual([
			`${trigger} is not declared in package.json`,
		]);
	});

	it('refuses runtime dependencies, and takes empty lists', () => {
		const manifest = JSON.stringify({ dependencies: { lodash: '1' }, optionalDependencies: {} });
		expect(dependencyFindings(packageWith({ 'package.json': manifest }))).toEqual([
			'package.json has dependencies',
		]);
	});
});

describe('package check: traces of a machine', () => {
	// Put together here, so that this file has none of them.
	const slash = '/';
	const folders = [`${slash}build${slash}project${slash}`];

	it.each([
		['the folder of the project', `see ${slash}build${slash}project${slash}a.ts`],
		['a registry', `https:${slash}${slash}${'registry'}.npmjs.org${slash}x`],
	])('finds %s, with its line', (_what, line) => {
		expect(traceFindings([{ path: 'a.md', text: `first\n${line}` }], folders)).toEqual(['a.md:2 names a machine or a registry']);
	});

	it('lets the folders of others be', () => {
		expect(traceFindings([{ path: 'a.md', text: `${slash}home/node/.n8n` }], folders)).toEqual([]);
	});
});
