/** A request that the service answers with an error. */
export class Refusal extends Error {
	/**
	 * @param status HTTP status of the answer
	 * @param message text of the answer's `{message}` body
	 * @param violations what the document does not allow or does not show; empty for errors that a correct client can meet
	 */
	constructor(
		readonly status: number,
		message: string,
		readonly violations: string[] = [],
	) {
		super(message);
	}
}

/** @returns a 400 that a correct client can meet: an unknown id, a duplicate, a rule between fields */
export function badRequest(message: string): Refusal {
	return new Refusal(400, message);
}

/** @returns a 400 for what the document forbids or does not show */
export function notShown(message: string): Refusal {
	return new Refusal(400, message, [message]);
}

export function notFound(what: string): Refusal {
	return new Refusal(404, `${what} not found`);
}
