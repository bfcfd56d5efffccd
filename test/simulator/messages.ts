/** The shapes that pass between HTTP server, engine and tests. */

/** A request as the server received it. */
export interface IncomingRequest {
	method: string;
	/** path with query, undecoded */
	path: string;
	/** names in lower case */
	headers: Record<string, string | undefined>;
	rawBody?: Buffer | string;
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** how the answer is sent; default: completely and at once. Used by HTTP only, `handle` returns the complete answer */
	delivery?: Delivery;
}

/** How an answer is sent that does not arrive completely: half of its body, then nothing more, or the connection breaks. */
export type Delivery = 'stall' | 'breakOff';

/** The outcome of a request for the client: an answer, a connection reset, or silence. */
export type Outcome = Answer | 'reset' | 'noAnswer';

/** A request that arrived, as kept for tests. */
export interface RecordedRequest {
	/** server's clock, milliseconds */
	at: number;
	method: string;
	/** undecoded, without query */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | undefined>;
	rawBody: string;
	/** the JSON body; undefined without a body or when it is not JSON */
	body: unknown;
	/** status of the answer, or how the connection ended; undefined while it is being answered */
	status?: number | 'reset' | 'noAnswer';
}

/** A request that was carried out. */
export interface DoneRequest {
	method: string;
	path: string;
	answer: Answer;
}

/** Something a request did that the document does not allow or does not show. */
export interface Violation {
	request: RecordedRequest;
	message: string;
}

/** @returns an answer with a JSON body */
export function jsonAnswer(status: number, value: unknown): Answer {
	return {
		status,
		headers: { 'Content-Type': 'application/json; charset=utf-8' },
		body: Buffer.from(JSON.stringify(value)),
	};
}
