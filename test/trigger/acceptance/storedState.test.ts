/** What n8n stored for a trigger, and cannot be read: any part of it may be so. */
import type { IDataObject } from 'n8n-workflow';
import { pollerOf } from '../../harness/engine';
import { simulatorOfEachTest } from '../../harness/simulator';
import { HOUR } from '../longRun/units';
import { idsOf, Scene } from '../scene';

type Path = readonly string[];

/** @returns the paths of all parts of a value; of rows that are alike one of each kind */
function pathsOf(value: unknown): Path[] {
	const found = new Map<string, Path>();
	const look = (part: unknown, path: Path): void => {
		const kind = path.map((key) => (/\d/.test(key) ? '#' : key)).join('.');
		if (!found.has(kind)) found.set(kind, path);
		if (typeof part === 'object' && part !== null) for (const [key, deeper] of Object.entries(part)) look(deeper, [...path, key]);
	};
	look(value, []);
	return [...found.values()].filter(({ length }) => length > 0);
}

/** @returns a copy in which a part is another one; undefined: it is missing */
function damaged(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
	if (key === undefined) return part;
	const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as IDataObject) };
	Object.assign(copy, { [key]: damaged((value as IDataObject)[key], rest, part) });
	return JSON.parse(JSON.stringify(copy));
}

/** A trigger that remembers something of each kind: messages, drafts, comments, waits, and tickets that are not decided. */
async function rich(): Promise<Scene> {
	const scene = await Scene.begun({ events: ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketUnanswered'], includeMessages: true });
	const [first, second] = scene.create(3);
	await scene.events();
	scene.store.addMessage(first.ticket_id, { action_cd: 'draft' });
	scene.store.addComment(second.messages[0].message_id, { comment: 'Look' });
	scene.store.editTicket(second.ticket_id, { title: 'Parcel' });
	scene.store.unshowable.hide(scene.store.createTicket({ status_cd: 'spam' }).ticket_id, { status: 500 });
	scene.store.unshowable.hide(scene.create(1)[0].ticket_id, { status: 500 });
	await scene.eventsOf(2);
	return scene;
}

it.each<[string, unknown]>([
	['is null', null],
	['is a text', 'x'],
	['is a number', 7],
	['is an empty list', []],
	['is a list of null', [null]],
	['is missing', undefined],
])('of which any part %s: the trigger goes on, or begins anew and says so', async (_what, part) => {
	const scene = await rich();
	const { ticket_id } = scene.create(1)[0];
	const { memory } = scene;
	const wrong: string[] = [];
	for (const path of pathsOf(memory)) {
		scene.memory = damaged(memory, path, part) as IDataObject;
		scene.newProcess();
		const where = path.join('.');
		const first = await scene.poll(HOUR).catch((error: Error) => error.message);
		if (typeof first === 'string' || first === null) wrong.push(`${where}: ${String(first)}`);
		else if (first.report.thrown !== null || first.report.reported.some(({ ticketId }) => ticketId === undefined)) wrong.push(`${where}: the poll fails`);
		else if (!idsOf(first.events).includes(ticket_id) && !isEmptied(path) && !first.report.notes.some((note) => /begins anew/.test(note))) wrong.push(`${where}: nothing is said`);
		const next = scene.create(1)[0];
		if (!idsOf((await scene.poll().catch(() => null))?.events ?? []).includes(next.ticket_id)) wrong.push(`${where}: it does not go on`);
		scene.store.removeTicket(next.ticket_id);
	}
	expect(wrong).toEqual([]);

	/** Without any memory, or without an inbox in it, a trigger looks like one that was never active there. */
	function isEmptied(path: Path): boolean {
		return path.length === 1 ? (part ?? null) === null : part === undefined && /^\d+$/.test(path.at(-1)!);
	}
});

describe('through n8n', () => {
	const service = simulatorOfEachTest();

	it('with null for its inboxes it begins anew', async () => {
		const node = pollerOf(service, { messageBoxIds: [101] });
		await node.poll();
		(node.staticData.state as IDataObject).inboxes = null;
		expect(await node.poll()).toBeNull();
		const { ticket_id } = service.store.createTicket({ message_box_id: 101 });
		expect((await node.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
		expect(node.reported).toEqual([]);
	});
});
