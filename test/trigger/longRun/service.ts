import type { IDataObject } from 'n8n-workflow';

import type { TicketDetail, TicketSearchBody, TicketSummary } from '../../../nodes/SupportInbox/trigger/api';
import type { TicketService } from '../../../nodes/SupportInbox/trigger/reader/service';
import type { ServiceList } from '../../../nodes/SupportInbox/transport/client/lists';
import { pageRequest } from '../../../nodes/SupportInbox/transport/client/lists';
import { list, readResponse, record, type Expected } from '../../../nodes/SupportInbox/transport/client/response';
import { ServiceFailure } from '../../../nodes/SupportInbox/transport/retry/failure';
import { isRateLimit } from '../../../nodes/SupportInbox/transport/retry/policy';
import type { Simulator } from '../../simulator';

/** What happens around a request: time passes on its way, and the world goes on. */
export interface Journey {
	/** called when a request begins */
	begin?(): void;
	/** called before the request arrives and before the answer is back */
	travel(): void;
	/** called when it has arrived */
	arrive?(path: string): void;
	/** called when there was no usable answer to the request */
	fail?(method: string, path: string): void;
	/** this machine's clock, for the time at which a limit opens */
	hostNow(): number;
}

/** The trigger's service over the simulator without a network, as quick as a long run needs it. */
export class SimulatedService implements TicketService {
	/** requests that were sent */
	requests = 0;
	/** those of them that were for lists of names */
	names = 0;
	/** what the last answer said is left of the minute */
	remaining = Infinity;

	constructor(
		private readonly simulator: Simulator,
		private readonly journey: Journey,
	) {}

	async search(messageBoxId: number, body: TicketSearchBody) {
		const path = `/api/v2/${messageBoxId}/tickets/search`;
		const { rows, serverTime } = await this.send('POST', path, body, list('ticket_id', 'created_at', 'last_updated_at'));
		return { tickets: rows as TicketSummary[], serverTime };
	}

	async get(messageBoxId: number, ticketId: number) {
		const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
		const { rows, serverTime } = await this.send('GET', path, undefined, record('ticket_id', 'messages'));
		return { ticket: rows[0] as TicketDetail, serverTime };
	}

	async list(wanted: ServiceList, page: number) {
		this.names += 1;
		const { path, qs, expected } = pageRequest(wanted, page);
		const search = new URLSearchParams(Object.entries(qs ?? {}).map(([name, value]) => [name, String(value)])).toString();
		const { rows } = await this.send('GET', `${path}${search === '' ? '' : `?${search}`}`, undefined, expected);
		return rows as IDataObject[];
	}

	private async send(method: string, path: string, body: object | undefined, expected: Expected) {
		try {
			return await this.answered(method, path, body, expected);
		} catch (error) {
			this.journey.fail?.(method, path);
			throw error;
		}
	}

	private async answered(method: string, path: string, body: object | undefined, expected: Expected) {
		this.requests += 1;
		this.journey.begin?.();
		this.journey.travel();
		this.journey.arrive?.(path);
		const outcome = await this.simulator.handle({
			method,
			path,
			headers: {
				authorization: `Bearer ${this.simulator.token}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			rawBody: body === undefined ? undefined : JSON.stringify(body),
		});
		this.journey.travel();
		if (typeof outcome === 'string') {
			const code = outcome === 'reset' ? 'ECONNRESET' : 'ECONNABORTED';
			throw new ServiceFailure({ kind: 'network', code, left: true });
		}
		const headers: Record<string, string> = {};
		for (const name of Object.keys(outcome.headers)) headers[name.toLowerCase()] = outcome.headers[name];
		if (headers['x-ratelimit-remaining'] !== undefined) this.remaining = Number(headers['x-ratelimit-remaining']);
		const reply = { statusCode: outcome.status, headers, body: parsed(outcome.body.toString()) };
		const items = await readResponse(reply, expected, (text) => text).catch((error: ServiceFailure) => {
			if (!isRateLimit(error.failure)) throw error;
			throw new ServiceFailure({ kind: 'rateLimit', limit: 60, opensAt: this.journey.hostNow() + 60_000 });
		});
		const date = headers.date === undefined ? NaN : Date.parse(headers.date);
		return { rows: items.map(({ json }) => json as unknown), serverTime: Number.isNaN(date) ? null : date };
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
