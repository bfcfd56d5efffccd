/** What must be filled in of an example is marked red by n8n, and nothing stands there that only looks filled in. */
import { NodeHelpers, type INode, type INodeType } from 'n8n-workflow';
import { ALL_INBOXES } from '../../nodes/SupportInbox/fields/shared/locators';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { exampleNames, readExample, toReplace } from '../../scripts/demo/workflow';
import { placesIn } from './places';

const files = exampleNames();
const nodesOf = (file: string) => (readExample(file).nodes as unknown as INode[]).filter(({ type }) => !type.endsWith('.stickyNote'));

const TYPES: Record<string, INodeType> = {
	'n8n-nodes-support-inbox.supportInbox': new SupportInbox(),
	'n8n-nodes-support-inbox.supportInboxTool': new SupportInbox(),
	'n8n-nodes-support-inbox.supportInboxTrigger': new SupportInboxTrigger(),
};
const ours = (file: string) => nodesOf(file).filter(({ type }) => type in TYPES);

/** @returns the names of the parameters that n8n marks red in the node */
function redIn(node: INode): string[] {
	const { description } = TYPES[node.type];
	const parameters = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
	return Object.keys(NodeHelpers.getNodeParametersIssues(description.properties, { ...node, parameters: parameters! }, description)?.parameters ?? {});
}

/** @returns the values of a node that stand for something of its author's tenant */
function chosenIn({ name: node, type }: INode, parameters: object): string[] {
	const ofTenant = placesIn(TYPES[type].description.properties, '')
		.filter(({ field }) => field.type === 'resourceLocator' || field.typeOptions?.loadOptionsMethod !== undefined)
		.map(({ field }) => field.name);
	const isChosen = (value: unknown) => value !== '' && value !== ALL_INBOXES && JSON.stringify(value) !== '[]' && !String(value).startsWith('=') && !String(value).startsWith('__');
	return Object.entries(parameters).flatMap(([name, value]): string[] => {
		if (ofTenant.includes(name) && isChosen((value as { value?: unknown } | null)?.value ?? value)) return [`${node}: ${name} ${JSON.stringify(value)}`];
		return typeof value === 'object' && value !== null && !ofTenant.includes(name) ? chosenIn({ name: node, type } as INode, value) : [];
	});
}

/** What the page says is to be filled in, by node. */
const asked = (file: string) => toReplace(file).flatMap(({ nodes, what }) => nodes.map((name): [string, string] => [name, what]));

describe.each(files)('%s', (file) => {
	it('marks red what its page says to fill in, and nothing else', () => {
		const named = asked(file).filter(([, what]) => what.replace(/^your credential(; )?/, '') !== '').map(([name]) => name);
		const red = ours(file).filter((node) => redIn(node).length > 0).map(({ name }) => name);
		expect(red.sort()).toEqual(ours(file).map(({ name }) => name).filter((name) => named.includes(name)).sort());
	});

	it('has no value that only holds the place of another: what a list of the service gives is empty, or an expression', () => {
		expect(JSON.stringify(nodesOf(file).map((node) => node.parameters))).not.toMatch(/\b(REPLACE|TODO|CHANGE ?ME|XXX+)\b|your-[a-z]+/);
		expect(ours(file).flatMap((node) => chosenIn(node, node.parameters))).toEqual([]);
	});
});

it('a template is red where it is chosen, until it is', () => {
	const reply = ours('template-reply-with-approval').find(({ name }) => name === 'Reply with the template')!;
	expect(redIn(reply).sort()).toEqual(['body', 'messageBoxId']);
	const filled = { ...reply, parameters: { ...reply.parameters, messageBoxId: { __rl: true, mode: 'list', value: 101 }, templateId: 601 } };
	expect(redIn(filled)).toEqual([]);
});

it('an empty list is red', () => {
	const [label] = ours('new-ticket-to-slack').filter(({ name }) => name === 'Label it');
	expect(redIn(label)).toEqual(['messageBoxId', 'labelIds']);
});
