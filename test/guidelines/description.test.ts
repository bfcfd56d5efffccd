import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';

/** A field with where it is: resources, operations and the names of the fields around it. */
interface Place {
	at: string;
	field: INodeProperties;
}

function placesIn(fields: INodeProperties[], around: string): Place[] {
	return fields.flatMap((field) => {
		const { resource = [], operation = [] } = field.displayOptions?.show ?? {};
		const at = [around, ...resource, ...operation, field.name].join(' > ');
		return [{ at, field }, ...placesIn(fieldsWithin(field), at)];
	});
}

function fieldsWithin({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type !== 'collection' && type !== 'fixedCollection') return [];
	return options.flatMap((option) => ('values' in option ? option.values : 'type' in option ? [option] : []));
}

const nodes: INodeType[] = [new SupportInbox(), new SupportInboxTrigger()];
const places = nodes.flatMap(({ description }) => placesIn(description.properties, description.displayName));

/** @returns where a field is that does not hold what it should */
const findings = (concerned: (field: INodeProperties) => boolean, holds: (field: INodeProperties) => boolean) =>
	places.filter(({ field }) => concerned(field) && !holds(field)).map(({ at }) => at);

describe("n8n's guidelines for what a user sees", () => {
	it('lets a resource locator begin with its list', () => {
		const first = ({ default: value, modes = [] }: INodeProperties) =>
			(value as { mode?: string }).mode === 'list' && modes[0].name === 'list';
		expect(findings(({ type }) => type === 'resourceLocator', first)).toEqual([]);
	});

	it('gives examples that begin with e.g.', () => {
		const typed = ({ type, placeholder }: INodeProperties) =>
			['string', 'number', 'dateTime'].includes(type) && Boolean(placeholder);
		expect(findings(typed, ({ placeholder }) => placeholder!.startsWith('e.g. '))).toEqual([]);
		const exampleOfModes = ({ modes = [] }: INodeProperties) =>
			modes.every(({ placeholder }) => !placeholder || placeholder.startsWith('e.g. '));
		expect(findings(() => true, exampleOfModes)).toEqual([]);
	});

	it('names each operation, for the node and for the list of all nodes, and describes it', () => {
		const complete = ({ options = [] }: INodeProperties) =>
			(options as INodePropertyOptions[]).every(
				({ name, action, description }) => /^[A-Z]/.test(name) && /^[A-Z][^A-Z]+$/.test(action ?? '') && description,
			);
		expect(places.filter(({ field }) => field.name === 'operation').length).toBeGreaterThan(0);
		expect(findings(({ name }) => name === 'operation', complete)).toEqual([]);
	});

	it('speaks plain English letters', () => {
		for (const { description } of nodes) expect(JSON.stringify(description)).toMatch(/^[\x20-\x7e\u2013\u2026]*$/);
	});
});
