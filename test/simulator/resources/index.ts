import type { Route } from '../router';
import { attachmentRoutes } from './attachments';
import { classificationRoutes } from './classifications';
import { customerRoutes } from './customers';
import { inboxListRoutes } from './inboxLists';
import { labelRoutes } from './labels';
import { mailRoutes } from './mails';
import { recordRoutes } from './records';
import { tenantRoutes } from './tenant';
import { ticketSearchRoutes } from './ticketSearch';
import { ticketUpdateRoutes } from './ticketUpdate';
import { transcriptRoutes } from './transcripts';

/** Every endpoint of the API document. */
export const routes: Route[] = [
	...tenantRoutes,
	...inboxListRoutes,
	...classificationRoutes,
	...labelRoutes,
	...ticketSearchRoutes,
	...ticketUpdateRoutes,
	...recordRoutes,
	...mailRoutes,
	...attachmentRoutes,
	...transcriptRoutes,
	...customerRoutes,
];
