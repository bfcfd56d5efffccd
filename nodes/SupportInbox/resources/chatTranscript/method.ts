import { settingsOf } from '../../fields/prepare';
import { hasStatus, ServiceFailure } from '../../transport/errors/failure';
import type { ItemRequest, Sent } from '../../transport/engine/requestPolicy';

export type Method = 'GET' | 'POST';

/** What a service that does not take a method may answer: no such endpoint, not this way, or that the body is missing. */
const NOT_THIS_WAY = [400, 404, 405, 415];

/** The method that the service was seen to take. */
class AcceptedMethod {
	method?: Method;
}

/**
 * Sends the first request of a transcript the way the user fixed, or the one that is known to work, or tries
 * both: the document's table says GET, its sample request POST.
 *
 * @param send sends it by a method
 * @returns the answer and the method that gave it
 * @throws ServiceFailure as the first way gave it, when neither works
 */
export async function byEitherMethod(
	item: ItemRequest,
	send: (method: Method) => Promise<Sent>,
): Promise<{ method: Method; sent: Sent }> {
	const accepted = item.connection.session.of(AcceptedMethod);
	const chosen = settingsOf(item.request).method;
	const fixed = chosen === 'GET' || chosen === 'POST' ? chosen : accepted.method;
	if (fixed !== undefined) return { method: fixed, sent: await send(fixed) };

	const first = await send('GET').catch(ifRefused);
	const method = first instanceof ServiceFailure ? 'POST' : 'GET';
	const sent = first instanceof ServiceFailure ? await send('POST').catch(ifRefused) : first;
	if (!(sent instanceof ServiceFailure)) {
		accepted.method = method;
		return { method, sent };
	}
	// A transcript that is not there gives 404 both ways.
	throw first;
}

/** @throws every error but a refusal that may be about the method */
function ifRefused(error: unknown): ServiceFailure {
	if (hasStatus(error, ...NOT_THIS_WAY)) return error;
	throw error;
}
