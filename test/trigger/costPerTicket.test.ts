import type { TriggerPlan } from './company';
import { ALL_EVENTS, Company } from './company';
import { MINUTE, SECOND } from '../../nodes/SupportInbox/trigger/time';

const TICKET = /\/tickets\/\d+$/;
const LISTS = /message_boxes|users|labels|case_categories|pending_reasons/;

const everything = (...seconds: number[]): TriggerPlan[] => seconds.map((second) => ({ second, events: ALL_EVENTS }));

describe('the main job: a new ticket is labelled, and Slack gets a message', () => {
	const MINUTES = 9;
	const PER_MINUTE = 3;

	/** The first of the workflows labels; at the end all have had a poll without news. */
	async function work(plans: TriggerPlan[], perMinute: number): Promise<Company> {
		const company = await Company.start({ oldTickets: 20 });
		const then: TriggerPlan['then'] = async (items) => await company.addLabel(items);
		await company.during(
			...plans.map(async (plan, place) => await company.watch(MINUTES + 3, place === 0 ? { ...plan, then } : plan)),
			company.receive(MINUTES, perMinute),
		);
		return company;
	}

	it.each([
		['all three events', everything(17), 2.4],
		['three such triggers at different seconds', everything(3, 23, 43), 2.6],
		['three such triggers that poll in the same moment', everything(17, 17, 17), 2.6],
	])('%s', async (_name, plans, most) => {
		const idle = await work(plans, 0);
		const busy = await work(plans, PER_MINUTE);
		const tickets = MINUTES * PER_MINUTE;
		expect((busy.count() - idle.count()) / tickets).toBeLessThanOrEqual(most);
		expect(busy.count('PUT', TICKET)).toBe(tickets);
		for (const [place, { events = ['ticketCreated'] }] of plans.entries()) {
			const emitted = busy.emitted[place].map(({ json }) => `${String(json.event)} ${String(json.ticket_id)}`);
			expect(new Set(emitted).size).toBe(emitted.length);
			expect(emitted.filter((event) => event.startsWith('ticketCreated'))).toHaveLength(tickets);
			if (events === ALL_EVENTS) expect(emitted.filter((event) => event.startsWith('newMessage'))).toHaveLength(tickets);
		}
	});
});

describe('a bulk run beside three triggers', () => {
	it.each([
		['labels 100 tickets', { labels: { values: { mode: 'add', labelIds: [3001] } } }],
		['closes 100 tickets', { statusCd: 'closed' }],
	])('that %s is emitted as changed by each of them, from the rows alone', async (_what, change) => {
		const company = await Company.start({ oldTickets: 100 });
		const { clock, simulator } = company.service;
		const items = [...simulator.store.tickets.keys()].map((ticket_id) => ({ json: { ticket_id } }));
		const bulk = async () => {
			await company.until(clock.now() + 4 * MINUTE + 30 * SECOND);
			await company.update(items, change);
		};
		await company.during(...everything(3, 23, 43).map(async (plan) => await company.watch(9, plan)), bulk());
		for (const emitted of company.emitted) {
			expect(emitted.map(({ json }) => json.event)).toEqual(items.map(() => 'ticketChanged'));
			expect(new Set(emitted.map(({ json }) => json.ticket_id)).size).toBe(items.length);
		}
		expect(company.count('PUT', TICKET)).toBe(items.length);
		expect(company.count('GET', TICKET)).toBe(0);
	});
});

describe('tickets that people edit', () => {
	it.each([
		['at different seconds', [3, 23, 43]],
		['in the same moment', [17, 17, 17]],
	])('are read once for three triggers that poll %s', async (_when, seconds) => {
		const company = await Company.start({ oldTickets: 30 });
		const { clock, simulator } = company.service;
		const ids = [...simulator.store.tickets.keys()];
		const edit = async () => {
			await company.until(clock.now() + 4 * MINUTE + 30 * SECOND);
			for (const id of ids) simulator.store.editTicket(id, { status_cd: 'closed' });
		};
		await company.during(...everything(...seconds).map(async (plan) => await company.watch(9, plan)), edit());
		for (const emitted of company.emitted) expect(emitted.map(({ json }) => json.event)).toEqual(ids.map(() => 'ticketChanged'));
		expect(company.count('GET', TICKET)).toBe(ids.length);
	});
});

describe('triggers that are activated in the same moment', () => {
	it('read the lists of names once', async () => {
		const company = await Company.start({ oldTickets: 20 });
		await company.during(...everything(3, 3, 3, 3, 3).map(async (plan) => await company.watch(2, plan)), company.receive(1, 3));
		const { requests } = company.service.simulator;
		const lists = requests.filter(({ path }) => LISTS.test(path)).map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
		expect(lists).toEqual([...new Set(lists)]);
		for (const emitted of company.emitted) expect(emitted.map(({ json }) => json.message_box_name)).not.toContain(null);
	});
});
