import type { INodeProperties } from 'n8n-workflow';
import { searched } from '../rules';
import { type Field, settingField } from '../sent';

/** @returns the field for a text of our automatic answers. An empty one is rejected, as every option without a value is. */
export function automaticAnswersField(more: Pick<INodeProperties, 'description' | 'displayOptions'>): Field {
	return settingField(searched, {
		displayName: 'Ignore Replies Containing',
		name: 'ignoreRepliesContaining',
		type: 'string',
		default: '',
		...more,
	});
}
