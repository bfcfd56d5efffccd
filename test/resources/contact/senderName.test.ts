/** The sender of a message becomes a contact, as the message names him. */
import { runNode } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import type { Simulator } from '../../simulator';
import { bookOf, contact, fields, SENT_BACK } from './book';

let simulator: Simulator;
simulatorForEachTest((started) => (simulator = started));

const EMAIL = 'h@ex.example';
const upsert = async (from: string, values: object = { useSenderName: true }) => {
	const parameters = contact('upsert', { findBy: 'email', email: '={{ $json.from }}', ...fields('upsertContactFields', values) });
	return await runNode(simulator, parameters, { items: [{ json: { from } }] });
};
const bodies = () => simulator.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const emails = [{ email: EMAIL }];

it.each<[from: string, names: { last_name?: string; first_name?: string }]>([
	[`"Yamada, Hanako" <${EMAIL}>`, { last_name: 'Yamada, Hanako' }],
	[`山田 花子 <${EMAIL}>`, { last_name: '山田', first_name: '花子' }],
	[`山田\u3000花子 <${EMAIL}>`, { last_name: '山田', first_name: '花子' }],
	[`${EMAIL} (阿部 さくら)`, { last_name: '阿部', first_name: 'さくら' }],
	[`小室 省吾 <${EMAIL}>`, { last_name: '小室', first_name: '省吾' }],
	[`伊集院 光 <${EMAIL}>`, { last_name: '伊集院', first_name: '光' }],
	[`佐々木 マリ <${EMAIL}>`, { last_name: '佐々木', first_name: 'マリ' }],
	[`김 민수 <${EMAIL}>`, { last_name: '김', first_name: '민수' }],
	[`Anna van der Berg <${EMAIL}>`, { last_name: 'Anna van der Berg' }],
	[`"Acme, Inc., Support" <${EMAIL}>`, { last_name: 'Acme, Inc., Support' }],
	[`"Ann \\"Lee\\"" <${EMAIL}>`, { last_name: 'Ann "Lee"' }],
	["'Sean O'Brien' <" + `${EMAIL}>`, { last_name: "Sean O'Brien" }],
	[`「山田 花子」 <${EMAIL}>`, { last_name: '山田', first_name: '花子' }],
	[`山田様 <${EMAIL}>`, { last_name: '山田' }],
	[`山田 花子 様 <${EMAIL}>`, { last_name: '山田 花子' }],
	[`Ms. Hana Yamada <${EMAIL}>`, { last_name: 'Hana Yamada' }],
	[`"Mrs. Yamada, Hana" <${EMAIL}>`, { last_name: 'Yamada, Hana' }],
	[`さん <${EMAIL}>`, { last_name: 'さん' }],
	[`<${EMAIL}>`, {}],
	[EMAIL, {}],
])('a new contact of %s', async (from, names) => {
	const [{ json }] = await upsert(from);
	expect(bodies()).toEqual([{ ...names, emails }]);
	expect(json).toMatchObject({ email: EMAIL, created: true });
});

it.each([
	'Acme Widgets, LLC', 'Smith, John', 'Lee / Ann',
	'株式会社 山田商店', '山田商店 本店', '㈱山田 太郎', '総務部 山田', '山田 営業部', '山田 部長', '代表 山田', '専務 佐藤', 'お客様 窓口', 'お客様 センター', '山田工業 花子', '田中 2号', '社会福祉事業団 山田', '市役所 戸籍課', 'アマゾン ジャパン', 'ジョン スミス', '山田太郎', '山田 太郎 花子',
	'山田, 営業部', '고객 센터',
])('%s is not divided', async (name) => {
	await upsert(`"${name}" <${EMAIL}>`);
	expect(bodies()).toEqual([{ last_name: name, emails }]);
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
