import { nearest } from '../../nodes/SupportInbox/fields/names';

const NAMES = ['Urgent', 'Return/Damaged', 'Return', 'Order', 'Order/Delivery', 'Invoice', 'VIP', '返品'];

it.each<[string, string[]]>([
	['Urgnt', ['Urgent']],
	['urgent!', ['Urgent']],
	['Retrun', ['Return/Damaged', 'Return']],
	['Deliver', ['Order/Delivery']],
	['Damaged', ['Return/Damaged']],
	['返', ['返品']],
	['返品希望', []],
	['Something else', []],
	['x', []],
	['', []],
])('%j: %j', (wanted, expected) => {
	expect(nearest(wanted, NAMES)).toEqual(expected);
});

it('three at most, first those that contain the text', () => {
	expect(nearest('label 2', ['label 1', 'label 22', 'my label 2', 'label 3', 'label 4'])).toEqual(['label 22', 'my label 2', 'label 1']);
});
