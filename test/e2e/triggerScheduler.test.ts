import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { POLL_TIMES } from '../../scripts/demo/setUp';
import { waitFor } from '../../scripts/n8n-host/net';
import { testAtOnce } from './atOnce';
import { DURABLE, SCHEDULER } from './durable';
import { emittedBy, expectEmitted } from './emitted';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { Postgres } from './postgres';
import { chain, supportInboxTrigger } from './workflows';

const TRIGGER = 'Ticket came';
const INBOX = 103;
/** As documented, and so that every window has nothing left for a poll. */
const LIMIT = 60;

/** One n8n with one trigger. */
class Site {
	private constructor(
		readonly own: OwnN8n,
		private readonly workflowId: string,
	) {}

	/** @param parameters of the trigger */
	static async start(env: NodeJS.ProcessEnv, parameters: IDataObject, simulator: string[] = []): Promise<Site> {
		const own = await startOwnN8n(env, simulator);
		const trigger = supportInboxTrigger(TRIGGER, { pollTimes: POLL_TIMES, messageBoxIds: [INBOX], options: { includeMessages: false }, ...parameters }, own.credentials);
		return new Site(own, await own.api.createWorkflow(chain('Scheduled', trigger)));
	}

	/** Activates the trigger, and waits until it has begun: this mode does so in the background, and what is there then is not new. */
	async activate(): Promise<void> {
		await this.own.api.activate(this.workflowId);
		await this.polls(1);
		await delay(2_000);
	}

	/** Waits for this number of further polls; this trigger begins each with a search. */
	async polls(count: number): Promise<void> {
		const begun = async () => {
			const searches = (await this.own.simulator.requests()).filter(({ path }) => path.endsWith('/tickets/search')).map(({ at }) => at);
			// The requests of one poll follow each other at once.
			return searches.filter((at, place) => place === 0 || at - searches[place - 1] > 3_000).length;
		};
		const before = await begun();
		await waitFor(`${count} polls`, async () => (await begun()) >= before + count, { everyMs: 200 });
	}

	async createTicket(title: string): Promise<number> {
		const input = { message_box_id: INBOX, title, messages: [{ body: title }] };
		return (await this.own.simulator.act<{ ticket_id: number }>({ do: 'createTicket', ...input })).ticket_id;
	}

	/** Waits until these tickets have come, and expects nothing else. */
	async expectTickets(tickets: readonly number[]): Promise<void> {
		await expectEmitted(tickets.map(String), async () => (await this.emitted()).map(String));
	}

	/** @returns the tickets that have come, in the order of their ids */
	async emitted(): Promise<number[]> {
		const tickets = (await emittedBy(this.own.api, TRIGGER, this.workflowId)).map(({ ticket_id }) => Number(ticket_id));
		return tickets.sort((a, b) => a - b);
	}
}

/** A new ticket, one that came while the limit was used up, and one that came while n8n was dead. */
async function durable(env: NodeJS.ProcessEnv): Promise<void> {
	const site = await Site.start({ ...DURABLE, ...env }, { events: ['ticketCreated'] });
	const { simulator, n8n, api } = site.own;
	try {
		await site.activate();
		const tickets = [await site.createTicket('Came first')];
		await site.expectTickets(tickets);

		// It polls again as soon as the limit opens, not after half an hour.
		const refused = async () => (await simulator.requests()).filter(({ status }) => status === 403).length;
		const useUp = setInterval(() => void simulator.consumeQuota(LIMIT), 500);
		tickets.push(await site.createTicket('Came while the limit was used up'));
		await waitFor('a refused poll', async () => (await refused()) > 0, { everyMs: 200 }).finally(() => clearInterval(useUp));
		await site.expectTickets(tickets);
		expect(await refused()).toBe(1);

		await n8n.kill();
		tickets.push(await site.createTicket('Came while n8n was dead'));
		await n8n.restart();
		await api.logIn();
		await site.expectTickets(tickets);
		expect((await simulator.state()).violations).toEqual([]);
	} finally {
		await site.own.stop();
	}
}

testAtOnce({
	'durable mode on SQLite: nothing lost, nothing twice': async () => await durable({}),

	'durable mode on PostgreSQL: nothing lost, nothing twice': async () => {
		const postgres = await Postgres.start();
		try {
			await durable(postgres.environment);
		} finally {
			await postgres.stop();
		}
	},

	'where quiet polls save nothing: four silent edits among 200 tickets come within three polls': async () => {
		// A limit that has room for all of its polls.
		const parameters = { events: ['ticketFieldChanged'], options: { maxRequestsPerPoll: 10 } };
		const site = await Site.start(SCHEDULER, parameters, ['--limit', '6000']);
		const { simulator } = site.own;
		try {
			const tickets: number[] = [];
			for (let number = 1; number <= 200; number++) tickets.push(await site.createTicket(`Ticket ${number}`));
			await site.activate();
			await site.polls(6);
			const edited = [0, 66, 133, 199].map((place) => tickets[place]);
			for (const ticketId of edited) await simulator.act({ do: 'editTicket', ticketId, assignee: 'user02' });
			await site.polls(3);
			await delay(5_000);
			expect(await site.emitted()).toEqual(edited);
			expect((await simulator.state()).violations).toEqual([]);
		} finally {
			await site.own.stop();
		}
	},
});
