/**
 * What npm runs as `preversion` when a release is made (`npm run release -- minor`): the changelog and the stored
 * parameters get ready for its commit. npm itself asks for a clean work tree, sets the version, commits and tags. What
 * is wrong here ends it before anything is changed. A prerelease changes neither: both belong to the version that comes of it. `n8n-node release` would make the changelog of commit messages, and push.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { SupportInbox } from '../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../nodes/SupportInbox/SupportInboxTrigger.node';
import { exitWith, output, ROOT } from './run';

const UNRELEASED = '## [Unreleased]';
const CHANGELOG = join(ROOT, 'CHANGELOG.md');

/** What `storedParameters` gave at the last release; an empty list before the first. */
const RELEASED = join(ROOT, 'test', 'description', 'released.json');

/**
 * Gives what is written under "Unreleased" a version and a date.
 *
 * @param text CHANGELOG.md
 * @param version for example `0.2.0`
 * @param date for example `2026-11-21`
 * @throws Error when there is nothing to release, or the version was released before
 */
export function releasedChangelog(text: string, version: string, date: string): string {
	const heading = `## [${version}]`;
	const lines = text.split('\n');
	const own = lines.find((line) => line.startsWith(heading));
	if (own !== undefined) throw new Error(`CHANGELOG.md has released ${version} already: ${own}`);
	const place = lines.indexOf(UNRELEASED);
	if (place < 0) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}"`);
	const next = lines.findIndex((line, number) => number > place && line.startsWith('## '));
	const body = lines.slice(place + 1, next < 0 ? undefined : next);
	if (!body.some((line) => line.startsWith('- '))) throw new Error(`CHANGELOG.md says nothing under "${UNRELEASED}"`);
	lines[place] = `${heading} - ${date}`;
	return lines.join('\n');
}

/**
 * What saved workflows rest on: parameters, their types and defaults (n8n stores no value that equals the default), and
 * the values that can be chosen.
 *
 * @returns a line for each, such as `supportInbox 1 ticket.update labels.values.mode = "add"`, sorted
 */
export function storedParameters(descriptions: INodeTypeDescription[] = [new SupportInbox(), new SupportInboxTrigger()].map(({ description }) => description)): string[] {
	const lines = descriptions.flatMap(({ name, version, properties }) =>
		[version].flat().flatMap((one) => properties.flatMap((property) => placesOf(property).flatMap((place) => linesOf(property, [name, one, place].join(' ').trim())))),
	);
	return [...new Set(lines)].sort();
}

/** @returns the operations that a field belongs to; an empty text for a field of all */
function placesOf({ displayOptions: { show = {} } = {} }: INodeProperties): string[] {
	const { resource = [''], operation = [''] } = show;
	return resource.flatMap((first) => operation.map((second) => [first, second].filter(Boolean).join('.')));
}

function linesOf(property: INodeProperties, around: string, separator = ' '): string[] {
	const path = `${around}${separator}${property.name}`;
	const { type, options = [], modes = [] } = property;
	const own = `${path}: ${type}${property.typeOptions?.multipleValues ? ' list' : ''}, default ${JSON.stringify(property.default)}`;
	if (type === 'collection') return [own, ...(options as INodeProperties[]).flatMap((field) => linesOf(field, path, '.'))];
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return [own, ...groups.flatMap((group) => group.values.flatMap((field) => linesOf(field, `${path}.${group.name}`, '.')))];
	}
	const values = (options as INodePropertyOptions[]).map(({ value }) => `${path} = ${JSON.stringify(value)}`);
	return [own, ...values, ...modes.map((mode) => `${path} by ${mode.name}`)];
}

async function prepareRelease(version: string | undefined): Promise<number> {
	if (!version) throw new Error('Start it with: npm run release -- patch, minor, major or for example 1.2.3');
	const changelog = releasedChangelog(readFileSync(CHANGELOG, 'utf8'), version, new Date().toISOString().slice(0, 10));
	if (version.includes('-')) return 0;
	writeFileSync(RELEASED, `${JSON.stringify(storedParameters(), null, '\t')}\n`);
	writeFileSync(CHANGELOG, changelog);
	await output('git', ['add', CHANGELOG, RELEASED]);
	return 0;
}

if (require.main === module) exitWith(async () => await prepareRelease(process.env.npm_new_version));
