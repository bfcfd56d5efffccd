/** What an expression may give by mistake is refused by each list field of the trigger, before a request. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { EVENTS } from '../../nodes/SupportInbox/trigger/properties/settings';
import { leavesOf } from '../description/leaves';
import { set } from '../description/set';
import { pollerOf } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';

const service = simulatorOfEachTest();

const WRONG = ['[null]', '[undefined]', '[""]', '[[null]]', '[["received"]]', '[{}]', '"[null]"', '({})', '[0 / 0]', '"a" + undefined'];
/** A list that the service fills looks for them as a name. */
const OF_CODES = ['["a".repeat(300)]', '["null"]', '[true]'];

const { properties } = new SupportInboxTrigger().description;
const lists = leavesOf(properties).filter(({ field }) => field.type === 'multiOptions');
const wrongFor = ({ typeOptions }: INodeProperties) => [...WRONG, ...(typeOptions?.loadOptionsMethod === undefined ? OF_CODES : [])];

it('goes through all of them', () => {
	expect(lists.length).toBeGreaterThan(10);
});

it.each(lists.map(({ path, field }) => [path, field] as const))('%s', async (path, field) => {
	const base: INodeParameters = { messageBoxIds: [101], events: [...EVENTS] };
	const label = field.displayName.replace(/x Names or IDs$/, 'xes').replace(/(?<! To) Names or IDs$/, 's').replace(/ Names or IDs$/, '');
	const taken: string[] = [];
	for (const value of wrongFor(field)) {
		const message = await pollerOf(service, set(base, { [path]: `={{ ${value} }}` })).poll().then(() => 'nothing was refused', (error: Error) => error.message);
		if (!message.startsWith(`${label}:`) && !message.startsWith(`${label} would be searched for with `)) taken.push(`${value}: ${message}`);
	}
	expect(taken).toEqual([]);
	expect(service.requests).toEqual([]);
});
