import { nearest } from '../../nodes/SupportInbox/fields/names';

const NAMES = ['Urgent', 'Return/Damaged', 'Return', 'Order', 'Order/Delivery', 'Invoice', 'VIP', '返品'];

it.each<[string, string[]]>([
	['Urgnt', ['Urgent']],
	['urgent!', ['Urgent']],
	['Retrun', ['Return']],
	['Deliver', ['Order/Delivery']],
	['Damaged', ['Return/Damaged']],
	['返', ['返品']],
	['Something else', []],
	['x', []],
	['', []],
])('%j: %j', (wanted, expected) => {
	expect(nearest(wanted, NAMES)).toEqual(expected);
});

it('three at most, the nearest first', () => {
	expect(nearest('label 1', ['label 22', 'label 2', 'label 1a', 'label 3', 'label 4'])).toEqual(['label 2', 'label 1a', 'label 3']);
});
