import '../test/harness/ownFolder';
import { MINUTE, SECOND } from '../nodes/SupportInbox/trigger/time';
import { loadOptions, runNode } from '../test/harness/engine';
import { timedService } from '../test/harness/virtualTime';
const byId = (value: number) => ({ __rl: true, mode: 'id', value });
async function scene(second: number, minutes = 4, methods = ['getUsersOrKeep', 'getLabels', 'getClassificationsForMode', 'getPendingReasonsOrNone', 'getMailAccounts']) {
	const service = await timedService({ rateLimit: { limit: 60 } });
	const { clock, simulator } = service;
	const { ticket_id } = simulator.store.createTicket({ message_box_id: 101 });
	const begun = clock.now();
	const editor = { resource: 'ticket', operation: 'update', messageBoxId: byId(101) };
	const parameters = { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(ticket_id) };
	const open = async (n: number) => {
		const toTheMinute = MINUTE - (begun % MINUTE);
		await clock.sleep(toTheMinute + Math.floor(n / methods.length) * MINUTE + second * SECOND);
		const at = clock.now();
		await loadOptions(service, methods[n % methods.length], editor);
		return Math.round((clock.now() - at) / 100) / 10;
	};
	void runNode(service, parameters, { items: Array.from({ length: 300 }, () => ({ json: {} })) });
	const waits = await clock.run(Promise.all(Array.from({ length: methods.length * minutes }, (_, n) => open(n))));
	const persons = simulator.requests.filter(({ path }) => !/tickets/.test(path)).length;
	await service.stop();
	return { most: Math.max(...waits), persons, waits: waits.join(' ') };
}
async function main() { for (const second of [20, 5, 40]) console.log(second, await scene(second)); process.exit(0); }
void main();
