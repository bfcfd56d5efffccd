import { emptyItems, serviceFor } from '../service';

const service = serviceFor('mailAccount', 'getAll');
const page = (size: number, number: number) => ({
	method: 'GET',
	path: '101/mail_accounts',
	query: { per_page: String(size), page: String(number) },
});

it('lists the accounts in screen order', async () => {
	const items = await service.run({ returnAll: true }, { items: emptyItems(1) });
	expect(service.sent()).toEqual([page(100, 1)]);
	expect(items).toEqual([
		{ json: { mail_account_id: expect.any(Number), name: 'Customer Support', email: 'support101@tenant.example' }, pairedItem: { item: 0 } },
		{ json: { mail_account_id: expect.any(Number), name: 'サポート窓口', email: 'madoguchi101@tenant.example' }, pairedItem: { item: 0 } },
	]);
});
