/** Saved workflows keep their meaning: what the last release stored is still there. `npm run release` writes the list. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { storedParameters } from '../../scripts/release';
import released from './released.json';

const GONE = 'A stored parameter has gone, or means something else. Keep it, or give the node a new typeVersion.';

const missing = (before: string[], now: string[]) => before.filter((line) => !now.includes(line));

it('has every parameter, default and choice of the last release', () => {
	expect(missing(released, storedParameters()).map((line) => `${GONE} ${line}`)).toEqual([]);
});

it('lists parameters of both nodes, also those in collections, with choices and modes', () => {
	const lines = storedParameters();
	expect(lines).toContain('supportInbox 1 ticket.update labels.values.mode = "add"');
	expect(lines).toContain('supportInbox 1 ticket.get messageBoxId by list');
	expect(lines).toContain('supportInboxTrigger 1 events = "ticketCreated"');
});

describe('a change of a description', () => {
	const field: INodeProperties = { displayName: 'Mode', name: 'mode', type: 'options', default: 'a', options: [{ name: 'A', value: 'a' }, { name: 'B', value: 'b' }] };
	const linesWith = (...properties: INodeProperties[]) => storedParameters([{ name: 'node', version: 1, properties } as unknown as INodeTypeDescription]);
	const before = linesWith(field);
	const inside = (own: INodeProperties): INodeProperties => ({ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [own] });

	it.each<[string, INodeProperties[], string[]]>([
		['another name on the screen', [{ ...field, displayName: 'Kind' }], []],
		['one more choice', [{ ...field, options: [...field.options!, { name: 'C', value: 'c' }] }], []],
		['one more field', [field, { ...field, name: 'more' }], []],
		['a choice less', [{ ...field, options: [{ name: 'A', value: 'a' }] }], ['node 1 mode = "b"']],
		['another default', [{ ...field, default: 'b' }], ['node 1 mode: options, default "a"']],
		['a field less', [], before],
		['a field that moved into a collection', [inside(field)], before],
	])('%s', (_what, properties, gone) => {
		expect(missing(before, linesWith(...properties))).toEqual(gone);
	});
});
