import { Random } from './random';
import { seedSettings } from './seed/settings';
import { seedContacts, seedTickets } from './seed/tickets';
import type { Store } from './store/Store';

export interface SeedOptions {
	/** same seed, same data; default 1 */
	randomSeed?: number;
	/** tickets of inbox 101; default 120 */
	tickets?: number;
}

/** Fills an empty store with demo data. Inboxes 101 Support, 102 Sales, 103 Returns; address books 11 and 12. */
export function seedDemo(store: Store, options: SeedOptions = {}): void {
	seedSettings(store);
	seedContacts(store);
	seedTickets(store, new Random(options.randomSeed ?? 1), options);
}
