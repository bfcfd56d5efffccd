import type { INodeProperties } from 'n8n-workflow';

import { addressBook } from './addressBook';
import { attachment } from './attachment';
import { badge } from './badge';
import { chatTranscript } from './chatTranscript';
import { classification } from './classification';
import { contact } from './contact';
import { handlingMemo } from './handlingMemo';
import { inbox } from './inbox';
import { label } from './label';
import { mail } from './mail';
import { mailAccount } from './mailAccount';
import type { Resource } from './operation';
import { pendingReason } from './pendingReason';
import { propertiesOf } from './properties';
import { template } from './template';
import { ticket } from './ticket';
import { user } from './user';

/** Every resource of the node, by name. */
export const resources: Resource[] = [
	addressBook,
	attachment,
	badge,
	chatTranscript,
	classification,
	contact,
	handlingMemo,
	inbox,
	label,
	mail,
	mailAccount,
	pendingReason,
	template,
	ticket,
	user,
];

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'ticket',
	options: resources.map(({ name, value, description }) => ({ name, value, description })),
};

/** The node's properties: the Resource dropdown, each resource's operations, and the fields. */
export const properties: INodeProperties[] = [resourceField, ...propertiesOf(resources)];

const actions = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value}:${operation.value}`, operation.action]),
);

/** What the node does, as the list of nodes words it, to be read below its name on the canvas. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter.resource + ":" + $parameter.operation] }}`;
