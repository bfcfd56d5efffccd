import type { TicketSummary } from '../../../nodes/SupportInbox/fields/ticketFields';
import { detailsOf, FOUND, type TicketDetail, type TicketSearchBody, type TicketService } from '../../../nodes/SupportInbox/trigger/service/service';
import type { ServiceRequest } from '../../../nodes/SupportInbox/transport/client/request';
import type { Expected } from '../../../nodes/SupportInbox/transport/client/answer';
import { readResponse } from '../../../nodes/SupportInbox/transport/client/response';
import { ServiceFailure, isRateLimit } from '../../../nodes/SupportInbox/transport/errors/failure';
import type { IncomingRequest, Outcome, Simulator } from '../../simulator';

import { MINUTE } from './units';

/** What happens around a request. */
export interface Journey {
	begin?(): void;
	/** time passes before the request arrives, and before its answer is back */
	travel(): void;
	/** the request has arrived, and this came of it */
	arrived?(path: string, outcome: Outcome): Promise<void>;
	/** this machine's clock, for the time at which a limit opens */
	hostNow(): number;
}

/** The trigger's service over the simulator without a network, as quick as a long run needs it. */
export class SimulatedService implements TicketService {
	/** requests that were sent */
	requests = 0;

	constructor(
		private readonly simulator: Simulator,
		private readonly journey: Journey,
	) {}

	async search(messageBoxId: number, body: TicketSearchBody) {
		const path = `/api/v2/${messageBoxId}/tickets/search`;
		const { items, rows, serverTime } = await this.send('POST', path, FOUND, body);
		return { tickets: items.map(({ json }) => json as unknown as TicketSummary), rows, serverTime };
	}

	async get(messageBoxId: number, ticketId: number) {
		const path = `/api/v2/${messageBoxId}/tickets/${ticketId}`;
		const { items, serverTime } = await this.send('GET', path, detailsOf(ticketId));
		return { ticket: items[0].json as unknown as TicketDetail, serverTime };
	}

	async ask({ method, path, qs = {}, expected }: ServiceRequest) {
		const query = new URLSearchParams(Object.entries(qs).map(([name, value]) => [name, String(value)])).toString();
		return await this.send(method, query === '' ? path : `${path}?${query}`, expected);
	}

	private async send(method: string, path: string, expected: Expected, body?: object) {
		const { simulator, journey } = this;
		this.requests += 1;
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
		const date = Date.parse(headers.date ?? '');
		return { ...answer, serverTime: Number.isNaN(date) ? null : date };
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
