import type { After } from '../transport/engine/item';

/** Adds the inbox to each item: both ids are needed to find a ticket again, but the service returns only that of the ticket. */
export const withInbox: After = async ({ values }, items) =>
	items.map((one) => ({ ...one, json: { ...one.json, message_box_id: Number(values.messageBoxId) } }));
