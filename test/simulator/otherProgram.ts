import type { Engine, Moment } from './engine';
import type { RequestMatch } from './requestMatch';

/** A request of the other program, below `/api/v2/`. */
interface OtherRequest {
	method: string;
	path: string;
	body?: unknown;
}

/**
 * Another program that holds the same token: its requests count against the same window and change the same data.
 * They are not recorded with the client's requests, and faults for the client do not affect them.
 */
export class OtherProgram {
	constructor(private readonly engine: Engine) {}

	/** Sends a request right now. @returns status and JSON of its answer */
	send({ method, path, body }: OtherRequest): { status: number; data: unknown } {
		const headers = { authorization: `Bearer ${this.engine.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
		const rawBody = body === undefined ? undefined : JSON.stringify(body);
		const answer = this.engine.serveOther({ method, path: `/api/v2/${path}`, headers, rawBody });
		const text = answer.body.toString();
		return { status: answer.status, data: text === '' ? undefined : JSON.parse(text) };
	}

	/** Sends a request between two of the client's: before the matching one takes effect, or right after. */
	sendAround(moment: Moment, match: RequestMatch, request: OtherRequest): void {
		this.engine.interludes.add(moment, match, () => void this.send(request));
	}
}
