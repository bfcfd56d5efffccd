import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idNamed } from '../../fields/names';
import type { ServiceList } from '../../transport/client/lists';
import { LISTS, wasRead, wholeListOf } from '../../transport/client/lists';
import { NAMES_FRESH_MS } from '../../transport/timing';
import type { TriggerMemory } from '../memory/memory';
import type { InboxSettings, Settings } from '../properties/settings';
import { DAY } from '../time';

import type { PollContext } from './context';
import { LIST_OF_INBOXES } from './context';

/** An inbox that has vanished from the list of all is forgotten after so long (ms). */
const AWAY_FOR = DAY;

/** The inboxes of one poll, and what names in filters stand for in each of them. */
export class Inboxes {
	ids: readonly number[] = [];
	private readonly settings = new Map<number, InboxSettings>();

	constructor(
		private readonly memory: TriggerMemory,
		private readonly poll: PollContext,
	) {}

	/**
	 * Finds out which inboxes are watched, and forgets the others. One that vanishes from the list of all may be back soon:
	 * then the trigger goes on where it stopped.
	 *
	 * @returns lines for the log
	 */
	async find(): Promise<string[]> {
		const { settings, requests } = this.poll;
		const { inboxes } = this.memory;
		const isList = settings.inboxes === undefined || settings.inboxes.some((inbox) => typeof inbox === 'string');
		const rows = isList ? await this.readList() : [];
		this.ids = isList && rows.length === 0 ? Object.keys(inboxes).map(Number) : inboxIds(settings, rows);
		const isAway = (id: string) => settings.inboxes === undefined && inboxes[id].position > requests.serverNow() - AWAY_FOR;
		const gone = Object.keys(inboxes).filter((id) => !this.ids.includes(Number(id)) && !isAway(id));
		for (const id of gone) delete inboxes[id];
		return settings.inboxes === undefined ? gone.map((id) => `inbox ${id} is gone, and what was known of it is forgotten`) : [];
	}

	/** @returns the settings with the ids that names stand for in an inbox. @throws BudgetExhausted, ServiceFailure, NodeOperationError */
	async settingsIn(id: number, freshMs = NAMES_FRESH_MS): Promise<Settings> {
		const { settings, session, requests } = this.poll;
		const rowsOf = async (list: ServiceList) => await wholeListOf({ session }, requests.read, list, Infinity, freshMs);
		const found = this.settings.get(id) ?? (await settings.inInbox?.(id, rowsOf)) ?? { settings, missing: new Set() };
		this.settings.set(id, found);
		return found.settings;
	}

	/** @throws UserError for a label that no inbox has; of many inboxes some polls pass until that is known */
	async refuseUnknownNames(): Promise<void> {
		const { settings, session } = this.poll;
		if (settings.inInbox === undefined || !this.ids.every((id) => wasRead({ session }, LISTS.labels(id)))) return;
		// One that has a name twice has failed by now.
		for (const id of this.ids) await this.settingsIn(id, Infinity).catch(() => {});
		const [first, ...others] = this.ids.map((id) => this.settings.get(id)?.missing ?? new Set<string>());
		const name = [...(first ?? [])].find((one) => others.every((missing) => missing.has(one)));
		if (name !== undefined) throw new UserError(`None of the inboxes has a ${name}. Check the name, or give the ID.`);
	}

	/** Every inbox that the token sees; none while the list cannot be read: then the known ones are read. */
	private async readList(): Promise<IDataObject[]> {
		const { session, requests, course } = this.poll;
		const rows: IDataObject[] = [];
		requests.begin(0);
		course.asked.add(LIST_OF_INBOXES);
		const read = async () => void rows.push(...(await wholeListOf({ session }, requests.read, LISTS.inboxes())));
		await course.attempt(LIST_OF_INBOXES, read, Object.keys(this.memory.inboxes).length > 0);
		return rows;
	}
}

/**
 * @param rows the list of inboxes, where there are names or all are meant
 * @throws UserError for a name that none has, or several
 */
export function inboxIds({ inboxes }: Pick<Settings, 'inboxes'>, rows: readonly IDataObject[]): number[] {
	const chosen = inboxes ?? rows.map(({ message_box_id }) => Number(message_box_id));
	return [...new Set(chosen.map((inbox) => (typeof inbox === 'number' ? inbox : Number(idNamed('inbox', inbox, rows)))))];
}
