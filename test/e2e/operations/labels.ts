import { byId } from '../workflows';
import { from, type Story } from './trial';

const INBOX = byId(103);
const LABELS = '/api/v2/103/labels';

/** A label is made, listed and changed. */
export const labels: Story = {
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
	},
};
