import { type IDataObject, type INodeExecutionData, UserError } from 'n8n-workflow';
import { TICKET_STATUSES, valuesOf } from '../fields/enumerations';
import type { After, Item, Plan } from '../transport/engine/item';
import { reject } from '../transport/errors/reject';

const PLACES = ['message_box_id', 'ticket_id', 'status_cd'];
/** The advice for an address in which the ids cannot be recognized. */
export const TICKET_URL_PLACES = 'Write {ticket_id} in place of the ticket\'s number, and {message_box_id} and {status_cd} in place of the inbox and the status, if the address has them.';
const PLACE = new RegExp(`\\{(${PLACES.join('|')})\\}`, 'g');
/** A part of an address, between two of its separators. */
const part = (words: string) => new RegExp(`(?<=[/=#])(?:${words})(?=[/?#&]|$)`, 'g');

/** The pattern of ticket addresses with its places, and the inbox of the example that it was made from. */
export interface TicketAddress {
	pattern: string;
	inbox?: number;
}

/**
 * Reads the credential's Sample Ticket URL. The API document shows no address of a ticket's page, so the user enters that of any
 * ticket. Its last number is taken for the ticket, a number before it for the inbox, and a status word for the status.
 *
 * @param given an address as the browser shows it, or one with `{ticket_id}` and other places
 * @returns undefined if it is empty
 * @throws UserError that says what is missing
 */
export function ticketAddressOf(given: unknown): TicketAddress | undefined {
	const text = String(given ?? '').trim();
	if (text === '') return undefined;
	const [, origin, rest] = /^(https?:\/\/[^\s/?#@]+)([/?#]\S*)$/i.exec(text) ?? [];
	if (rest === undefined) throw new UserError(`It is not the web address of a ticket. ${TICKET_URL_PLACES}`);
	const places = [...rest.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
	if (places.length > 0) {
		const unknown = places.find((name) => !PLACES.includes(name));
		if (unknown !== undefined) throw new UserError(`{${unknown}} is not known. ${TICKET_URL_PLACES}`);
		if (!places.includes('ticket_id')) throw new UserError(`{ticket_id} is missing. ${TICKET_URL_PLACES}`);
		return { pattern: text };
	}
	const numbers = rest.match(part('\\d+')) ?? [];
	if (numbers.length === 0 || numbers.length > 2) {
		throw new UserError(`It has ${numbers.length} numbers, so it is not known which is the ticket's. ${TICKET_URL_PLACES}`);
	}
	const names = numbers.length === 1 ? ['{ticket_id}'] : ['{message_box_id}', '{ticket_id}'];
	const statuses = part(valuesOf(TICKET_STATUSES).join('|'));
	const named = rest.replace(part('\\d+'), () => names.shift()!);
	return {
		pattern: origin + (rest.match(statuses)?.length === 1 ? named.replace(statuses, '{status_cd}') : named),
		...(numbers.length === 2 && { inbox: Number(numbers[0]) }),
	};
}

/**
 * @param row a ticket, an event, or another row with a `ticket_id`, its inbox and, if known, its status
 * @returns the address of the ticket's page; null if the row lacks a value that the address needs
 */
export function sampleTicketUrl({ pattern }: TicketAddress, row: IDataObject): string | null {
	const isComplete = PLACES.every((name) => !pattern.includes(`{${name}}`) || (row[name] !== undefined && row[name] !== null));
	return isComplete ? pattern.replace(PLACE, (_place, name: string) => encodeURIComponent(String(row[name]))) : null;
}

/**
 * Adds the address to each ticket in the output of a plan and its `after`, if the credential has a Sample Ticket URL.
 * A Sample Ticket URL that cannot be used is rejected before a request is spent.
 */
export function withTicketUrls(plan: Plan, after?: After): { plan: Plan; after: After } {
	return {
		plan: async (item) => {
			addressFor(item);
			return await plan(item);
		},
		after: async (item, items) => linked(item, after === undefined ? items : await after(item, items)),
	};
}

function linked(item: Item, items: INodeExecutionData[]): INodeExecutionData[] {
	const address = addressFor(item);
	const { status_cd } = item.body;
	const place = { message_box_id: item.values.messageBoxId, status_cd };
	return items.map((one) => ('ticket_id' in one.json ? { ...one, json: withTicketUrl(address, one.json, place) } : one));
}

/**
 * @param place values for the address that the row may lack
 * @returns the row with the address of its ticket, if the credential has a Sample Ticket URL
 */
export function withTicketUrl(address: TicketAddress | undefined, row: IDataObject, place: IDataObject = {}): IDataObject {
	return address === undefined ? row : { ...row, ticket_url: sampleTicketUrl(address, { ...place, ...row }) };
}

/**
 * Reads the Sample Ticket URL of the credential that an item, or a poll, works with.
 *
 * @throws NodeOperationError when it cannot be used
 */
export function addressFor({
	connection,
	...about
}: Pick<Item, 'connection'> & Parameters<typeof reject>[0]): TicketAddress | undefined {
	try {
		return ticketAddressOf(connection.sampleTicketUrl);
	} catch (error) {
		return reject(about, 'The Sample Ticket URL of the Support Inbox credential cannot be used', (error as UserError).message);
	}
}
