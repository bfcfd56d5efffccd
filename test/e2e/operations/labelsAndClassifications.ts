import { byId } from '../workflows';
import { from, type Story } from './trial';

const INBOX = byId(103);
const LABELS = '/api/v2/103/labels';
const CLASSIFICATIONS = '/api/v2/103/case_categories';

/** A label and a classification are made, listed and changed. */
export const labelsAndClassifications: Story = {
	trials: {
		'label:create': {
			parameters: { messageBoxId: INBOX, name: 'Damaged in transit', additionalFields: { color: 'orange_02' } },
			sends: [{ method: 'POST', path: LABELS, body: { name: 'Damaged in transit', color: 'orange_02' } }],
			returns: [{ label_id: expect.any(Number) }],
		},
		'label:getAll': {
			parameters: { messageBoxId: INBOX, limit: 2 },
			sends: [{ method: 'GET', path: LABELS, query: { per_page: '2', page: '1' } }],
			returns: [{ name: 'To inspect' }, { name: 'Refunded' }],
		},
		'label:update': {
			parameters: {
				messageBoxId: INBOX,
				labelId: from('label:create', 'label_id'),
				updateFields: { name: 'Damaged on the way' },
			},
			sends: [{ method: 'PUT', path: `${LABELS}/#`, body: { name: 'Damaged on the way' } }],
			returns: [{ success: true, message_box_id: 103, label_id: expect.any(Number) }],
		},
		'classification:create': {
			parameters: { messageBoxId: INBOX, name: 'Packaging', additionalFields: {} },
			sends: [{ method: 'POST', path: CLASSIFICATIONS, body: { name: 'Packaging' } }],
			returns: [{ case_category_id: expect.any(Number) }],
		},
		'classification:getAll': {
			parameters: { messageBoxId: INBOX, limit: 2 },
			sends: [{ method: 'GET', path: CLASSIFICATIONS, query: { per_page: '2', page: '1' } }],
			returns: [{ name: 'Request', archived: false }, { name: 'Request > Change' }],
		},
		'classification:update': {
			parameters: {
				messageBoxId: INBOX,
				caseCategoryId: from('classification:create', 'case_category_id'),
				updateFields: { archived: true },
			},
			sends: [{ method: 'PUT', path: `${CLASSIFICATIONS}/#`, body: { archived: true } }],
			returns: [{ success: true, message_box_id: 103, case_category_id: expect.any(Number) }],
		},
	},
};
