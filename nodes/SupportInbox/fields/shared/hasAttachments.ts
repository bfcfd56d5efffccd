import type { INodePropertyOptions } from 'n8n-workflow';
import { oneOf } from '../rules';
import { type Field, settingField } from '../sent';

const ANY = { name: 'Any', value: 'any', description: 'Tickets with and without attachments' };
const WITH = { name: 'With Attachments', value: 'with', description: 'Only tickets that have an attachment' };
const WITHOUT = { name: 'Without Attachments', value: 'without', description: 'Only tickets that have no attachment' };

/**
 * The document does not say what `has_attachments: false` means (API document, Ticket search), so the service cannot be asked for tickets
 * without.
 */
export const SEARCHED = [ANY, WITH];
/** The choices where the messages of a ticket are looked at. */
export const SEEN = [ANY, WITH, WITHOUT];

/** @returns the filter by attachments */
export function hasAttachmentsField(options: INodePropertyOptions[], description: string): Field {
	return settingField(oneOf(options), {
		displayName: 'Has Attachments',
		name: 'hasAttachments',
		type: 'options',
		options,
		default: 'with',
		description,
	});
}
