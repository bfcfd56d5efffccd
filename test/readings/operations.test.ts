/** The operations that an open point of the API document concerns do what they promise however the service reads it. */
import { effectOf, ROWS, semanticsOf } from '../faults/run';
import { runNode } from '../harness/engine';
import { readingsOf } from '../harness/readings';
import { INBOX, byId } from '../resources/service';
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { READING_NAMES, type ReadingName } from '../simulator/readings';

const LISTS = ['addressBook.getAll', 'badge.getAll', 'classification.getAll', 'inbox.getAll', 'label.getAll', 'mailAccount.getAll', 'pendingReason.getAll', 'template.getAll', 'ticket.getAll', 'user.getAll'];
const CONTACTS = ['contact.create', 'contact.get', 'contact.update', 'contact.upsert', 'contact.delete'];

/** Which operations an open point concerns. */
const CONCERNED: Record<ReadingName, string[]> = {
	contactKeyOfAnother: ['contact.update', 'contact.upsert'],
	contactUpdateOmission: ['contact.update', 'contact.upsert'],
	contactEmptyText: CONTACTS,
	emailKeyCase: CONTACTS,
	customItemNames: CONTACTS,
	memoPendingReason: ['memo.create', 'ticket.create'],
	labelUpdate: ['label.update', 'classification.update'],
	reasonAfterReturn: ['ticket.update', 'memo.create', 'email.reply'],
	emptyComments: ['ticket.update'],
	messageCriteria: ['ticket.getAll'],
	searchOrder: ['ticket.getAll'],
	lastUpdatedMoves: ['ticket.getAll', 'ticket.update', 'memo.create', 'email.reply'],
	lastUpdatedByComments: ['ticket.update', 'email.reply'],
	transcriptMethod: ['chatTranscript.get'],
	attachmentAnswer: ['attachment.download'],
	limitPer: ['ticket.getAll'],
	laterAdditions: [...LISTS, ...CONTACTS, 'ticket.get', 'ticket.update', 'chatTranscript.get', 'memo.create', 'email.send', 'email.reply'],
	timeOffset: [...LISTS, 'ticket.get', 'memo.create'],
	timePrecision: ['ticket.getAll', 'ticket.get', 'memo.create'],
};

let simulator: Simulator;

async function start(options: SimulatorOptions = {}): Promise<void> {
	simulator = await startSimulator({ rateLimit: { limit: 10_000 }, ...options });
}

afterEach(async () => {
	simulator.expectNoViolations();
	await simulator.stop();
});

const run = async (name: string, parameters: object) => {
	const [resource, operation] = name.split('.');
	return await runNode(simulator, { resource, operation, messageBoxId: byId(INBOX), ...parameters });
};

describe.each(READING_NAMES.flatMap((name) => readingsOf(name).map(([title, readings]) => [title, readings, CONCERNED[name]] as const)))('%s', (_title, readings, names) => {
	it.each(names)('%s', async (name) => {
		await start(readings);
		const { operation, entry: { parameters } } = ROWS.find((row) => row.name === name)!;
		// What the user chooses where a service takes POST alone.
		const chosen = simulator.readings.transcriptMethod === 'POST' ? { getChatTranscriptOptions: { httpMethod: 'POST' } } : {};
		const items = await run(name, { ...parameters(simulator), ...chosen });
		expect(items.length).toBeGreaterThan(0);
		expect(effectOf(simulator, operation)).toBe(semanticsOf(operation) === 'safe' ? undefined : 1);
	});
});
