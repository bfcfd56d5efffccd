import type { IDataObject } from 'n8n-workflow';

import { decodeState, type StoredState } from '../../../nodes/SupportInbox/trigger/memory/encoding/state';

/** @returns the state as the first release would have stored it, which knew of created tickets only */
export function inFirstForm(stored: StoredState): IDataObject {
	const inboxes = [...decodeState(stored).inboxes].map(([id, { watermark, cursor, lastSweepStartedAt, tickets }]) => {
		// It had one time for both: whatever was dated before and within its look-back it had seen.
		const read = Math.min(cursor.at * 1_000, lastSweepStartedAt);
		return [id, { floor: watermark, read, tickets: Object.fromEntries([...tickets].map(([ticketId, { created }]) => [ticketId, created])) }];
	});
	return { v: 1, inboxes: Object.fromEntries(inboxes) };
}
