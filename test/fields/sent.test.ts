import { id } from '../../nodes/SupportInbox/fields/rules';
import { type Field, bodyField, valueChecksOf, pathField, settingField, shownFor } from '../../nodes/SupportInbox/fields/sent';

const SHOWN = { displayName: 'Label Name or ID', name: 'labelId', type: 'string', default: '' } as const;

describe.each([
	['path', pathField(id, SHOWN)],
	['body', bodyField('label_id', id, SHOWN)],
	['setting', settingField(id, SHOWN)],
] as const)('a field of the %s', (where, field) => {
	it.each<[string, Field]>([
		['{ ...field, description }', { ...field, description: 'Another text' }],
		['shownFor', shownFor({ source: ['ticket'] }, field)],
		['a collection', { displayName: 'More', name: 'more', type: 'collection', default: {}, options: [{ ...field, description: 'Another text' }] }],
	])('keeps its rule in %s', (_name, copy) => {
		expect(valueChecksOf([copy])).toEqual([expect.objectContaining({ in: where, rule: id, label: 'Label' })]);
	});

	it('shows n8n nothing of its rule: the editor gets fields as JSON', () => {
		const { routing: _ofN8n, required: _asWell, ...rest } = JSON.parse(JSON.stringify(field)) as Record<string, unknown>;
		expect(rest).toEqual(SHOWN);
	});
});
