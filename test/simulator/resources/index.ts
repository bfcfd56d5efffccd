import type { Handlers } from '../context';
import { attachments } from './attachments';
import { classifications } from './classifications';
import { customers } from './customers';
import { inboxLists } from './inboxLists';
import { labels } from './labels';
import { mails } from './mails';
import { records } from './records';
import { tenant } from './tenant';
import { ticketSearch } from './ticketSearch';
import { ticketUpdate } from './ticketUpdate';
import { transcripts } from './transcripts';

/** What every operation of the API document does, by its id in test/contract/openapi.yaml. */
export const handlers: Handlers = {
	...tenant,
	...inboxLists,
	...classifications,
	...labels,
	...ticketSearch,
	...ticketUpdate,
	...records,
	...mails,
	...attachments,
	...transcripts,
	...customers,
};
