/** What one trigger does with many inboxes: how long a new ticket takes, and what of the limit it uses. In virtual time. */
import '../../test/harness/ownFolder';
import { delaysOf, type Delays } from '../../test/trigger/manyInboxes';
import { measureRows, type Row } from './rows';

const rows = ([[1, 2, 2], [10, 2, 2], [30, 2, 3], [50, 2, 3], [100, 2, 5], [300, 3, 12]] as const).flatMap(([count, active, quiet]): Row[] => {
	let measured: Promise<Delays> | undefined;
	const measure = async (name: keyof Delays) => (await (measured ??= delaysOf(count)))[name];
	return [
		{ name: `${count} inboxes: tickets not given`, most: 0, measure: async () => await measure('missing') },
		{ name: `${count} inboxes: minutes until a ticket is given, where one came within the hour before`, most: active, measure: async () => await measure('active') },
		{ name: `${count} inboxes: minutes until a ticket is given, elsewhere`, most: quiet, measure: async () => await measure('quiet') },
		{ name: `${count} inboxes: requests a minute`, most: 42, measure: async () => await measure('requests') },
	];
});

void measureRows(rows);
