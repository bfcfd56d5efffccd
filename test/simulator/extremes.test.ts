import { answerProblems } from '../contract/check';
import { OPERATIONS } from '../contract/contract';
import { type Answer, type Simulator, startSimulator } from './index';

let sim: Simulator;

afterEach(async () => {
	sim.expectNoViolations();
	await sim.stop();
});

const PLACES: Record<string, unknown> = { message_box_id: 101, customer_group_id: 11, system_id1: 'C-001', email: 'old.hanako.sato@mail.example', ticket_id: 7, message_id: 70 };

const BODIES: Record<string, string> = { searchTemplates: '{"template_category_name":"Delivery"}' };

/** @returns the answer of each operation that reads, by its id */
async function reads(answers: 'everythingNull' | 'everythingFilled', method_cd: 'webchat' | 'mallshop' | 'mallmsg' | 'chatapp'): Promise<Map<string, Answer>> {
	sim = await startSimulator({ http: false, answers });
	sim.store.createTicket({ id: 7, message_box_id: 101, messages: [{ id: 70, method_cd, conversations: [{}] }] });
	const found = new Map<string, Answer>();
	for (const { id, method, segments, answer } of OPERATIONS.filter((one) => one.answer && (one.method === 'GET' || one.id.startsWith('search')))) {
		if (id.endsWith('Transcript') && !segments.includes(method_cd)) continue;
		const path = segments.map((one) => (one.startsWith('{') ? encodeURIComponent(String(PLACES[one.slice(1, -1)])) : one)).join('/');
		const headers = { authorization: `Bearer ${sim.token}`, 'content-type': 'application/json' };
		const outcome = (await sim.handle({ method, path: `/api/v2/${path}`, headers, rawBody: BODIES[id] ?? (method === 'POST' ? '{}' : undefined) })) as Answer;
		expect(answer && answerProblems(OPERATIONS.find((one) => one.id === id)!, outcome, true)).toEqual([]);
		found.set(id, outcome);
	}
	return found;
}

/** @returns places in a value that are null or an empty list */
function emptyPlaces(value: unknown, at = ''): string[] {
	if (value === null || (Array.isArray(value) && value.length === 0)) return [at];
	return typeof value === 'object' ? Object.entries(value as object).flatMap(([name, one]) => emptyPlaces(one, `${at}.${name}`)) : [];
}

const json = (answer: Answer | undefined) => JSON.parse(String(answer?.body));

it.each(['webchat', 'mallshop', 'mallmsg', 'chatapp'] as const)('nothing is null and no list empty, %s', async (channel) => {
	const answers = await reads('everythingFilled', channel);
	for (const [id, answer] of answers) expect({ id, empty: emptyPlaces(json(answer)) }).toEqual({ id, empty: [] });
});

it('all that may be null is null, except what was asked for', async () => {
	const answers = await reads('everythingNull', 'webchat');
	expect(json(answers.get('getCustomerByCode'))).toMatchObject({ customer_id: expect.any(Number), system_id1: 'C-001', last_name: null, emails: null, badge_ids: null, gender_cd: null, custom_item1: null });
	expect(json(answers.get('getCustomerByEmail'))).toMatchObject({ system_id1: null, archived_emails: [{ email: PLACES.email }] });
	expect(json(answers.get('getTicket'))).toMatchObject({ assignee: null, color_cd: null, pending_reason_id: null, status_cd: 'open', messages: [{ from: null, reply_to: null, body: '' }] });
	expect(json(answers.get('listUsers'))[0]).toMatchObject({ mention_name: 'user01', first_name: null, last_page_loaded_at: null });
	expect(json(answers.get('getWebchatTranscript'))).toMatchObject({ account: null, conversations: [{ speaker_name: null, auto_send: false }] });
});
