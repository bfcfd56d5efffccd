/** The sender of a message becomes a contact, as the message names him. */
import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { bookOf, contact, fields, SENT_BACK } from './book';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const EMAIL = 'h@ex.example';
const upsert = async (from: string, values: object = { useSenderName: true }) => {
	const parameters = contact('upsert', { findBy: 'email', email: '={{ $json.from }}', ...fields('additionalFields', values) });
	return await runNode(simulator, parameters, { items: [{ json: { from } }] });
};
const bodies = () => simulator.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const emails = [{ email: EMAIL }];

it.each([
	[`"Yamada, Hanako" <${EMAIL}>`, { last_name: 'Yamada', first_name: 'Hanako' }],
	[`山田 花子 <${EMAIL}>`, { last_name: '山田', first_name: '花子' }],
	[`山田\u3000花子 <${EMAIL}>`, { last_name: '山田', first_name: '花子' }],
	[`Anna van der Berg <${EMAIL}>`, { last_name: 'Anna van der Berg' }],
	[`"Acme, Inc., Support" <${EMAIL}>`, { last_name: 'Acme, Inc., Support' }],
	[`"Ann \\"Lee\\"" <${EMAIL}>`, { last_name: 'Ann "Lee"' }],
	[`<${EMAIL}>`, {}],
	[EMAIL, {}],
])('a new contact of %s', async (from, names) => {
	const [{ json }] = await upsert(from);
	expect(bodies()).toEqual([{ ...names, emails }]);
	expect(json).toMatchObject({ email: EMAIL, created: true });
});

it('leaves the name of a contact as it is, also where other values are set', async () => {
	bookOf(simulator).add({ last_name: 'Sato', emails });
	await upsert(`Yamada <${EMAIL}>`);
	await upsert(`Yamada <${EMAIL}>`, { useSenderName: true, city: 'Oslo' });
	expect(bodies()).toEqual([{ ...SENT_BACK, last_name: 'Sato', emails, city: 'Oslo' }]);
	expect(bookOf(simulator).withEmail(EMAIL)).toMatchObject({ last_name: 'Sato', city: 'Oslo' });
});

it('takes the name that is given, and none where it is not wanted', async () => {
	await upsert(`Yamada <${EMAIL}>`, { useSenderName: true, firstName: 'Hana' });
	await upsert('Ben <ben@ex.example>', {});
	expect(simulator.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
		{ first_name: 'Hana', emails },
		{ emails: [{ email: 'ben@ex.example' }] },
	]);
});
