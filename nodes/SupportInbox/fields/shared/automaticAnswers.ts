import type { INodeProperties } from 'n8n-workflow';
import { filled, text } from '../rules';
import { type Field, settingField } from '../sent';

/** @returns the field for a text of our automatic answers. An empty one is refused: it would count none of them, or all messages. */
export function automaticAnswersField(more: Pick<INodeProperties, 'description' | 'displayOptions'>): Field {
	return settingField(filled(text()), { displayName: 'Automatic Answers Contain', name: 'automaticAnswersContain', type: 'string', default: '', ...more });
}
