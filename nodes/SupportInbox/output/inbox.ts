import type { Plan } from '../transport/engine/requestPolicy';

/** The plan with the inbox in each item: both ids are needed to find a ticket again, but the service returns only that of the ticket. */
export function withInbox(plan: Plan): Plan {
	return async (item) => {
		const message_box_id = Number(item.values.messageBoxId);
		return (await plan(item)).map((one) => ({ ...one, json: { ...one.json, message_box_id } }));
	};
}
