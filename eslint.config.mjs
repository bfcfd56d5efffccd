import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const SHIPPED = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const NODE_GLOBALS = [
	'AbortController',
	'AbortSignal',
	'Buffer',
	'URL',
	'URLSearchParams',
	'clearInterval',
	'clearTimeout',
	'console',
	'fetch',
	'performance',
	'process',
	'setInterval',
	'setTimeout',
];

const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

/** Everything we write: the general rules, with types where they find real faults. */
const general = [
	{
		// A finding is repaired, not silenced. n8n's scanner ignores such comments as well.
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
	},
	{
		files: ['**/*.{js,mjs,ts}'],
		extends: [js.configs.recommended],
		rules: { eqeqeq: 'error', 'max-lines': ['error', 350], 'prefer-const': 'error' },
	},
	{
		files: ['**/*.js'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: readonly([...NODE_GLOBALS, 'globalThis', 'require', 'module', 'exports', '__dirname']),
		},
	},
	{ files: ['**/*.mjs'], languageOptions: { globals: readonly(NODE_GLOBALS) } },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		plugins: { 'import-x': importX },
		languageOptions: { parserOptions: { project: 'test/tsconfig.json' } },
		rules: {
			// That what is imported is there, the type check shows; test/layout finds circles. Both cost the linter a third of its time.
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
			// One block, from far to near, so that two branches add an import at the same line.
			'import-x/order': ['error', { groups: ['builtin', 'external', 'parent', ['sibling', 'index']], 'newlines-between': 'never', alphabetize: { order: 'asc', caseInsensitive: true } }],
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			// `const { page, ...rest } = x` is the plain way to leave a field out.
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
		},
	},
];

/** As n8n's own lint command has it, which allows no exception. */
const unused = { files: SHIPPED, rules: { '@typescript-eslint/no-unused-vars': ['error', {}] } };

/** Which folder may import which is shown in docs/maintainers/architecture.md and held by test/layout. */
const layout = {
	files: SHIPPED,
	rules: {
		'max-lines': ['error', 300],
	},
};

/** A customer's text must not hold n8n's process: patterns take time that grows with a text's length, not with its square. */
const patterns = {
	files: SHIPPED,
	plugins: { regexp },
	rules: {
		'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
		'regexp/no-super-linear-move': ['error', { report: 'potential' }],
	},
};

/** A test that is left out or left alone looks like a passing one. */
const forbiddenInTests = ['it', 'test', 'describe'].flatMap((object) =>
	['only', 'skip', 'todo'].map((property) => ({ object, property })),
);

/** Rules read a JSON file as an object literal, which this parser makes of it. */
const asObject = { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } };

/** What n8n demands of a verified community package; the same settings as its own tool and scanner. */
const n8nRules = [
	{
		files: SHIPPED,
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			'no-console': 'error',
			// The plugin lets some libraries pass that n8n does not promise to have at run time.
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^(?!n8n-workflow$|node:crypto$|\\.{1,2}/)', message: 'Shipped code has no dependencies.' }] },
			],
		},
	},
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: asObject,
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['nodes/**/*.node.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: asObject,
		rules: {
			'no-dupe-keys': 'error',
			// Only n8n's own nodes are grouped by them; its editor may hide another node that has one.
			'no-restricted-syntax': ['error', { selector: "Property[key.value='subcategories']", message: 'A community node has no subcategories.' }],
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Both made for n8n's own repository; the community plugin has rules that fit.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Inputs and outputs are NodeConnectionTypes, which these rules take for a fault.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// The service does have page sizes with a maximum.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'test/e2e/output', '**/node_modules']),
	...general,
	unused,
	layout,
	patterns,
	{ files: ['test/**/*.ts'], rules: { 'no-restricted-properties': ['error', ...forbiddenInTests] } },
	...n8nRules,
);
