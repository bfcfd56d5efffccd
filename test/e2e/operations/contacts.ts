import type { IDataObject } from 'n8n-workflow';
import { SENT_BACK } from '../../resources/contact/book';
import { byId } from '../workflows';
import type { Story } from './trial';

const CUSTOMERS = '/api/v2/customer_groups/11/customers';
const CODE = 'E2E 1/ü';
const BY_CODE = `${CUSTOMERS}/system_id1/${encodeURIComponent(CODE)}`;
const EMAIL = 'anna+e2e@example.com';
const BY_EMAIL = `${CUSTOMERS}/email/${encodeURIComponent(EMAIL)}`;

const byCode = (more: IDataObject) => ({ customerGroupId: byId(11), findBy: 'systemId1', systemId1: CODE, ...more });
const byEmail = (more: IDataObject) => ({ customerGroupId: byId(11), findBy: 'email', email: EMAIL, ...more });

/** What the contact has after its creation, as an update sends it back. */
const WHOLE = { ...SENT_BACK, system_id1: CODE, last_name: 'Berg', emails: [{ email: EMAIL }] };

/** A contact comes, is changed in both ways, looked up and goes. */
export const contacts: Story = {
	trials: {
		'contact:create': {
			parameters: {
				customerGroupId: byId(11),
				lastName: 'Berg',
				emails: { values: [{ email: EMAIL }] },
				additionalFields: { systemId1: CODE },
			},
			sends: [
				{
					method: 'POST',
					path: `${CUSTOMERS}/create`,
					body: { system_id1: CODE, last_name: 'Berg', emails: [{ email: EMAIL }] },
				},
			],
			returns: [{ success: true, customer_group_id: 11, system_id1: CODE }],
		},
		'contact:upsert': {
			parameters: byCode({ firstName: 'Anna' }),
			sends: [{ method: 'GET', path: BY_CODE }, { method: 'PUT', path: BY_CODE, body: { ...WHOLE, first_name: 'Anna' } }],
			returns: [{ success: true, created: false, updated: true, system_id1: CODE }],
		},
		'contact:update': {
			parameters: byEmail({ companyName: 'Berg & Co' }),
			sends: [{ method: 'GET', path: BY_EMAIL }, { method: 'PUT', path: BY_EMAIL, body: { ...WHOLE, first_name: 'Anna', company_name: 'Berg & Co' } }],
			returns: [{ success: true, customer_group_id: 11, email: EMAIL }],
		},
		'contact:get': {
			parameters: byCode({ simplify: true }),
			sends: [{ method: 'GET', path: BY_CODE }],
			returns: [{ last_name: 'Berg', first_name: 'Anna', company_name: 'Berg & Co', emails: [EMAIL] }],
		},
		'contact:delete': {
			parameters: byEmail({}),
			sends: [{ method: 'DELETE', path: BY_EMAIL }],
			returns: [{ deleted: true }],
		},
	},
};
