import type { TicketSummary } from '../../../nodes/SupportInbox/store/ticketFields';
import type { TicketDetail } from '../../../nodes/SupportInbox/store/tickets';
import type { Expected } from '../../../nodes/SupportInbox/transport/client/answer';
import type { ServiceRequest } from '../../../nodes/SupportInbox/transport/client/request';
import { readResponse } from '../../../nodes/SupportInbox/transport/client/response';
import { type ClockOffset, dateOf, narrowed } from '../../../nodes/SupportInbox/transport/clock';
import { ServiceFailure, isRateLimit } from '../../../nodes/SupportInbox/transport/errors/failure';
import { detailsOf, FOUND, type TicketSearchBody, type TicketService } from '../../../nodes/SupportInbox/trigger/service';
import type { IncomingRequest, Outcome, Simulator } from '../../simulator';
import { MINUTE, SECOND } from './units';

/** What happens around a request. */
export interface Journey {
	begin?(): void;
	/** time passes before the request arrives, and before its answer is back */
	travel(): void;
	/** the request has arrived, and this came of it */
	arrived?(path: string, outcome: Outcome): Promise<void>;
	/** this machine's clock, for the time at which a limit opens; and the steady one of the process */
	hostNow(): number;
	now(): number;
}

/** The service's clock as a process knows it by the answers, as its dispatcher does. */
export class SimulatedClock {
	known: ClockOffset = null;

	note(date: number | undefined, sentAt: number, receivedAt: number): void {
		if (date !== undefined) this.known = narrowed(this.known, { earliest: date, latest: date + SECOND }, sentAt, receivedAt);
	}
}

/** The trigger's service over the simulator without a network, as quick as a long run needs it. */
export class SimulatedService implements TicketService {
	/** requests that were sent */
	requests = 0;

	constructor(
		private readonly simulator: Simulator,
		private readonly journey: Journey,
		public clock = new SimulatedClock(),
	) {}

	serverTime(local: number): number | undefined {
		return this.clock.known === null ? undefined : local + this.clock.known.min;
	}

	async search(messageBoxId: number, body: TicketSearchBody) {
		const path = `/api/v2/${messageBoxId}/tickets/search`;
		const { items, rows } = await this.send('POST', path, FOUND, body);
		return { tickets: items.map(({ json }) => json as unknown as TicketSummary), rows };
	}

	async get(messageBoxId: number, ticketId: number, { hasMessages }: { hasMessages?: boolean } = {}) {
		const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
		const { items } = await this.send('GET', path, detailsOf(ticketId, hasMessages));
		return items[0].json as unknown as TicketDetail;
	}

	async ask({ method, path, qs = {}, expected }: ServiceRequest) {
		const query = new URLSearchParams(Object.entries(qs).map(([name, value]) => [name, String(value)])).toString();
		return await this.send(method, query === '' ? path : `${path}?${query}`, expected);
	}

	private async send(method: string, path: string, expected: Expected, body?: object) {
		const { simulator, journey } = this;
		this.requests += 1;
		const sentAt = journey.now();
		journey.begin?.();
		journey.travel();
		const outcome = await simulator.handle(requestOf(simulator, method, path, body));
		await journey.arrived?.(path, outcome);
		journey.travel();
		if (typeof outcome === 'string') {
			throw new ServiceFailure({ kind: 'network', code: outcome === 'reset' ? 'ECONNRESET' : 'ECONNABORTED' });
		}
		const headers = Object.fromEntries(Object.entries(outcome.headers).map(([name, value]) => [name.toLowerCase(), value]));
		const reply = { statusCode: outcome.status, headers, body: parsed(outcome.body.toString()) };
		const answer = await readResponse(reply, expected, (text) => text, () => {}).catch((error: ServiceFailure) => {
			if (!isRateLimit(error.failure)) throw error;
			throw new ServiceFailure({ kind: 'rateLimit', limit: 60, opensAt: journey.hostNow() + MINUTE });
		});
		this.clock.note(dateOf(headers), sentAt, journey.now());
		return answer;
	}
}

/** @returns a request to the simulator, as the transport forms it */
export function requestOf({ token }: Simulator, method: string, path: string, body?: object): IncomingRequest {
	const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
	return { method, path, headers, rawBody: body && JSON.stringify(body) };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
