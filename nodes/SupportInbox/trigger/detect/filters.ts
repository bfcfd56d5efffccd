import type { TicketDetail } from '../service/api';
import type { Filters } from '../properties/settings';

import type { Look } from '../watchedFields';

/** Whether the filters can only be judged by a ticket's messages, which costs a request. */
export function needMessages({ methodCds, hasAttachments }: Filters): boolean {
	return methodCds.length > 0 || hasAttachments !== undefined;
}

/** Whether a ticket passes as far as its own fields show. */
export function passesByFields(
	{ statusCds, assignee, labelIds }: Filters,
	ticket: Pick<Look, 'status_cd' | 'assignee' | 'label_ids'>,
): boolean {
	const labels = ticket.label_ids ?? [];
	return (
		(statusCds.length === 0 || statusCds.includes(ticket.status_cd ?? '')) &&
		(assignee === undefined || (ticket.assignee ?? '') === assignee) &&
		(labelIds.length === 0 || labelIds.some((id) => (id === -1 ? labels.length === 0 : labels.includes(id))))
	);
}

/** Whether a ticket passes as far as its messages show. */
export function passesByMessages({ methodCds, hasAttachments }: Filters, { messages }: Pick<TicketDetail, 'messages'>): boolean {
	return (
		(methodCds.length === 0 || messages.some(({ method_cd }) => methodCds.includes(method_cd))) &&
		(hasAttachments === undefined ||
			messages.some(({ attachments }) => (attachments ?? []).length > 0) === hasAttachments)
	);
}
