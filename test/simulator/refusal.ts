/** A request that the service answers with an error: `status`, and `message` as the text of its `{message}` body. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** @returns a 400 that a correct client can meet: an unknown id, a duplicate, a rule between fields */
export function badRequest(message: string): Refusal {
	return new Refusal(400, message);
}

export function notFound(what: string): Refusal {
	return new Refusal(404, `${what} not found`);
}
