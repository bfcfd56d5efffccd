import type { Plan } from '../transport/engine/requestPolicy';

/** The plan with the inbox in each item: a ticket is found again by both ids, and the service gives one of them only. */
export function withInbox(plan: Plan): Plan {
	return async (item) => {
		const message_box_id = Number(item.values.messageBoxId);
		return (await plan(item)).map((one) => ({ ...one, json: { ...one.json, message_box_id } }));
	};
}
