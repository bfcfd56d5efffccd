import type { LastUpdatedMoves } from './store/lastUpdated';
import type { MessageCriteria, PeriodEnds } from './store/search';

/**
 * The readings of what the API document leaves open ("not shown"). Tests switch them to see that the node stands both.
 */
export interface Readings {
	/** which method the transcripts accept; default only GET */
	transcriptMethods: Array<'GET' | 'POST'>;
	/** names of the custom items of a contact on read: custom_item1..10 or custom_01..10 */
	customItemNames: 'custom_item' | 'custom_';
	/** what leaving a field out of a contact update does to it */
	contactUpdateOmission: 'keep' | 'clear';
	/** whether a contact is also found by an archived e-mail address */
	contactEmailLookup: 'activeAndArchived' | 'active';
	/** what leaving `approval_required` out of a ticket update does ("default false" is the document's word) */
	approvalRequiredOmission: 'false' | 'keep';
	/** how search conditions on messages combine: channel, state, id, and the period (both ends are one condition) */
	messageCriteria: MessageCriteria;
	/** whether one message lies within `since` and `until`, or one is not before the one and another not after the other */
	periodEnds: PeriodEnds;
	/** what moves a ticket's `last_updated_at`: its messages, edits of the ticket, both or neither */
	lastUpdatedMoves: LastUpdatedMoves;
	/** offset of all times the service shows, and the tenant's calendar: `Z` or `+09:00` */
	timeOffset: string;
	/** how finely the service keeps times */
	timePrecision: 's' | 'ms';
}

export const DEFAULT_READINGS: Readings = {
	transcriptMethods: ['GET'],
	customItemNames: 'custom_item',
	contactUpdateOmission: 'keep',
	contactEmailLookup: 'activeAndArchived',
	approvalRequiredOmission: 'false',
	messageCriteria: 'sameMessage',
	periodEnds: 'oneMessage',
	lastUpdatedMoves: 'messagesAndEdits',
	timeOffset: '+09:00',
	timePrecision: 's',
};

/** What stands before the service refuses longer addresses (path with query); the document shows no such limit. */
export interface AddressLimit {
	bytes: number;
	status: 414 | 431;
}
