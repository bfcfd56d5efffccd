/**
 * The table of operations in README.md, made from the node's own description.
 *
 *     npx tsx scripts/operations-table.ts            prints it
 *     npx tsx scripts/operations-table.ts --write    puts it between the marks in README.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SupportInbox } from '../nodes/SupportInbox/SupportInbox.node';

const README = join(__dirname, '..', 'README.md');
const BETWEEN_MARKS = /(?<=<!-- operations -->\n).*?(?=<!-- \/operations -->)/s;

/** @returns one row for each operation, with a line break at the end; the resource stands in its first row */
export function operationsTable(): string {
	const { properties } = new SupportInbox().description;
	const rows = choicesOf(properties.find(({ name }) => name === 'resource')).flatMap((resource) =>
		operationsOf(properties, resource.value).map(({ name, description }, index) =>
			[index === 0 ? `**${resource.name}**` : '', name, description].join(' | '),
		),
	);
	return [...['Resource | Operation | What it does', '--- | --- | ---', ...rows].map((row) => `| ${row} |`.replace('|  |', '| |')), ''].join('\n');
}

/** @returns what stands between the marks in README.md; undefined when the marks are missing */
export function tableInReadme(): string | undefined {
	return BETWEEN_MARKS.exec(readFileSync(README, 'utf8'))?.[0];
}

function operationsOf(properties: INodeProperties[], resource: unknown): INodePropertyOptions[] {
	const isOfResource = ({ name, displayOptions }: INodeProperties) =>
		name === 'operation' && displayOptions?.show?.resource?.includes(String(resource));
	return choicesOf(properties.find(isOfResource));
}

function choicesOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []) as INodePropertyOptions[];
}

if (require.main === module) {
	const table = operationsTable();
	if (process.argv.includes('--write')) {
		writeFileSync(README, readFileSync(README, 'utf8').replace(BETWEEN_MARKS, () => table));
	} else {
		process.stdout.write(table);
	}
}
