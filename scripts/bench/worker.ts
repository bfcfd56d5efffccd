/**
 * A second n8n as far as the gate can tell: a process of its own that works through items.
 * Arguments: BASE_URL TOKEN ITEMS; it prints how many items came out.
 */
import '../../test/harness/ownFolder';
import { runNode } from '../../test/harness/engine';

const [baseUrl, token, count] = process.argv.slice(2);
const items = Array.from({ length: Number(count) }, () => ({ json: {} }));
const parameters = { resource: 'label', operation: 'create', messageBoxId: { __rl: true, mode: 'id', value: 101 }, name: `={{ "${process.pid}-" + $itemIndex }}` };

runNode({ baseUrl, token }, parameters, { items }).then(
	(out) => {
		console.log(out.length);
		process.exit(0);
	},
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
