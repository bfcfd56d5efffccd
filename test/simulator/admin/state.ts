import type { Simulator } from '../index';

const TAIL = 20;

/** @returns what a script reads to see how the service is: counts, violations, notifications, the last requests */
export function stateOf({ store, requests, violations }: Simulator): unknown {
	const contacts = [...store.addressBooks.values()].flatMap((one) => one.contacts.all());
	const labels = [...store.inboxes.values()].flatMap((inbox) => inbox.labels.all());
	const sentMails = [...store.messages.values()].filter(
		(message) => message.method_cd === 'mail' && message.action_cd === 'sent',
	);
	return {
		counts: {
			tickets: store.tickets.size,
			messages: store.messages.size,
			sentMails: sentMails.length,
			contacts: contacts.length,
			labels: labels.length,
			requests: requests.length,
			violations: violations.length,
		},
		violations: violations.map(({ request, message }) => ({
			message,
			method: request.method,
			path: request.path,
			rawBody: request.rawBody,
		})),
		notifications: store.notifications,
		requests: requests.slice(-TAIL),
	};
}
