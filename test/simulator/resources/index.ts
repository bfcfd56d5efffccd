import type { Handlers } from '../context';
import { attachments } from './attachments';
import { customers } from './customers';
import { lists } from './lists';
import { mails } from './mails';
import { records } from './records';
import { ticketSearch } from './ticketSearch';
import { ticketUpdate } from './ticketUpdate';
import { transcripts } from './transcripts';
import { trees } from './trees';

/** The implementation of every operation of the API document, by its id in test/contract/openapi.yaml. */
export const handlers: Handlers = {
	...lists,
	...trees,
	...ticketSearch,
	...ticketUpdate,
	...records,
	...mails,
	...attachments,
	...transcripts,
	...customers,
};
