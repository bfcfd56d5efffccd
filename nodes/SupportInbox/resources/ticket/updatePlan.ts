import type { IDataObject } from 'n8n-workflow';

import { record } from '../../transport/answer';
import { refuseEmpty } from '../../transport/plans';
import type { Plan, Turn } from '../../transport/throughGate';

type Mode = 'add' | 'remove' | 'removeAll' | 'replace';

/** The sets that the service replaces as a whole, and the field that says how the user means it. */
const SETS = [
	{ property: 'label_ids', modeField: 'updateFields.labelMode' },
	{ property: 'case_category_ids', modeField: 'updateFields.caseCategoryMode' },
] as const;

/**
 * The plan of a ticket update. The service replaces label and classification sets as a whole and takes an
 * omitted pending reason for "none" (API document, Ticket update), so what the user did not mention is read
 * first, in the same turn, and sent along.
 */
export const updateTicket: Plan = async (turn) => {
	const body = { ...(turn.request.options.body as IDataObject) };
	const modes = SETS.map(({ property, modeField }) => ({ property, mode: modeOf(turn, modeField) }));
	refuseEmpty(turn, Object.keys(body).length === 0 && modes.every(({ mode }) => mode !== 'removeAll'));

	const staysOnHold = body.status_cd === undefined || body.status_cd === 'ongoing';
	const keepsReason = staysOnHold && body.pending_reason_id === undefined;
	const meets = modes.some(({ property, mode }) => property in body && (mode === 'add' || mode === 'remove'));
	const present = keepsReason || meets ? await readTicket(turn) : {};

	for (const { property, mode } of modes) {
		if (property in body || mode === 'removeAll') body[property] = meet(mode, present[property], body[property]);
	}
	if (keepsReason && typeof present.pending_reason_id === 'number') body.pending_reason_id = present.pending_reason_id;
	return (await turn.send({ body })).items;
};

function modeOf({ context }: Turn, field: string): Mode {
	return context.getNodeParameter(field, 'replace') as Mode;
}

async function readTicket({ read, request }: Turn): Promise<IDataObject> {
	const { items } = await read({ method: 'GET', path: String(request.options.url), expected: record('ticket_id') });
	return items[0].json;
}

function meet(mode: Mode, present: unknown, given: unknown): number[] {
	const has = Array.isArray(present) ? (present as number[]) : [];
	const chosen = Array.isArray(given) ? (given as number[]) : [];
	switch (mode) {
		case 'add':
			return [...new Set([...has, ...chosen])];
		case 'remove':
			return has.filter((id) => !chosen.includes(id));
		case 'removeAll':
			return [];
		case 'replace':
			return chosen;
	}
}
