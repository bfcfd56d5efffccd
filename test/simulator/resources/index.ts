import type { Route } from '../router';
import { classificationRoutes } from './classifications';
import { inboxListRoutes } from './inboxLists';
import { labelRoutes } from './labels';
import { tenantRoutes } from './tenant';
import { ticketSearchRoutes } from './ticketSearch';
import { ticketUpdateRoutes } from './ticketUpdate';

/** Every endpoint of the API document. */
export const routes: Route[] = [
	...tenantRoutes,
	...inboxListRoutes,
	...classificationRoutes,
	...labelRoutes,
	...ticketSearchRoutes,
	...ticketUpdateRoutes,
];
