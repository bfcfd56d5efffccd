import { NodeOperationError } from 'n8n-workflow';

import { record } from '../../transport/answer';
import { ServiceFailure } from '../../transport/failure';
import type { Change, Plan, Sent, Turn } from '../../transport/throughGate';
import { withCleared } from './clear';
import { refuseNoValues } from './noValues';
import type { Found, Key, Refuse, Wanted } from './upsertTarget';
import { changeOf, creationOf, targetOf, wantedOf } from './upsertTarget';

/** A record that appears or vanishes between the read and the write is met again; nobody does so for ever. */
const MAX_WRITES = 4;

/**
 * The plan of Create or Update. With one key the update is tried first, since its 404 tells that there is no
 * record; where several keys are given they are read first, so that they can be seen to belong to one record.
 * All of it is one turn of the gate.
 */
export const upsertContact: Plan = async (turn) => {
	const key = keyOf(turn);
	const fields = withCleared(turn, 'additionalFields');
	refuseNoValues(turn, fields);
	const wanted = wantedOf(key, fields);
	const refuse = refusalOf(turn);
	const alone = wanted.others.length === 0;
	let target: Found | undefined = alone ? { key, contact: {} } : await find(turn, wanted, refuse);
	let createdUnheard = false;

	for (let writes = 1; ; writes++) {
		const wasThere = target !== undefined;
		const outcome = await (target === undefined
			? creating(turn, creationOf(wanted, refuse))
			: updating(turn, target.key, changeOf(wanted, target, refuse)));
		if (!(outcome instanceof ServiceFailure)) {
			const created = !wasThere || createdUnheard;
			return outcome.items.map((item) => ({ ...item, json: { ...item.json, created } }));
		}
		createdUnheard ||= outcome.uncertain;
		target = wasThere && alone ? undefined : await find(turn, wanted, refuse);
		const stillNone = !wasThere && target === undefined && !outcome.uncertain;
		if (stillNone || writes === MAX_WRITES) throw outcome;
	}
};

/** @returns the failure when the record has gone in between (404) */
async function updating(turn: Turn, key: Key, body: Change['body']): Promise<Sent | ServiceFailure> {
	return await turn.send({ method: 'PUT', url: pathOf(turn, key), body }).catch(expecting((failure) => hasStatus(failure, 404)));
}

/** @returns the failure when a record with one of the keys may be there by now (400), or its answer was lost */
async function creating(turn: Turn, body: Change['body']): Promise<Sent | ServiceFailure> {
	const url = `${contactsOf(turn)}/create`;
	return await turn
		.send({ method: 'POST', url, body, repeat: 'once' })
		.catch(expecting((failure) => hasStatus(failure, 400) || failure.uncertain));
}

/** Reads the record of every key. @throws what `refuse` makes when they belong to different ones */
async function find(turn: Turn, wanted: Wanted, refuse: Refuse): Promise<Found | undefined> {
	const found: Found[] = [];
	for (const key of [wanted.key, ...wanted.others]) {
		const answer = await turn
			.read({ method: 'GET', path: pathOf(turn, key), expected: record('customer_id') })
			.catch(expecting((failure) => hasStatus(failure, 404)));
		if (!(answer instanceof ServiceFailure)) found.push({ key, contact: answer.items[0].json });
	}
	return targetOf(wanted, found, refuse);
}

/** Turns the failures that belong to the plan into values. @throws every other error as it is */
function expecting(expected: (failure: ServiceFailure) => boolean) {
	return (error: unknown): ServiceFailure => {
		if (error instanceof ServiceFailure && expected(error)) return error;
		throw error;
	};
}

function hasStatus({ failure }: ServiceFailure, status: number): boolean {
	return failure.kind === 'status' && failure.status === status;
}

/** The user's key as the path has it: checked, and without the blanks that were taken off. */
function keyOf({ context, request }: Turn): Key {
	const value = decodeURIComponent(String(request.options.url).split('/').pop() ?? '');
	return { by: context.getNodeParameter('findBy') === 'email' ? 'email' : 'system_id1', value };
}

function pathOf(turn: Turn, { by, value }: Key): string {
	return `${contactsOf(turn)}/${by}/${encodeURIComponent(value)}`;
}

/** The path of the address book's contacts, which the request's own path begins with. */
function contactsOf({ request }: Turn): string {
	return String(request.options.url).split('/').slice(0, -2).join('/');
}

function refusalOf({ context, itemIndex }: Turn): Refuse {
	return (message) =>
		new NodeOperationError(context.getNode(), message, {
			description: 'Nothing was changed. Correct the customer code or the e-mail addresses here, or the contacts in the Support Inbox.',
			itemIndex,
		});
}
