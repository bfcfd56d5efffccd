import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceList } from '../transport/client/lists';
import { LISTS, nameOf } from '../transport/client/lists';
import type { PathValues } from '../transport/engine/requestPolicy';
import type { Circumstances, NamedThing } from './rules';
import { quote } from './rules';

/**
 * A thing that fields take by its id or by its name.
 * - `listOf`: the list that has both.
 * - `separator`: between the names of a path (API document, Label and Ticket classification).
 * - `aliases`: what else a row goes by; `help`: what to do when nothing of the name is found.
 */
interface Named {
	noun: string;
	where: string;
	listOf: (values: PathValues) => ServiceList;
	separator?: string;
	aliases?: (row: IDataObject) => unknown[];
	help?: string;
}

const IN_TENANT = 'in this tenant';

/** The things that the lists of others depend on come first. */
export const NAMED: Record<NamedThing, Named> = {
	inbox: { noun: 'inbox', where: IN_TENANT, listOf: LISTS.inboxes },
	addressBook: { noun: 'address book', where: IN_TENANT, listOf: LISTS.addressBooks },
	badge: { noun: 'badge', where: 'in this address book', listOf: ({ customerGroupId }) => LISTS.badges(Number(customerGroupId)) },
	classification: ofInbox('classification', LISTS.classifications, ' > '),
	label: ofInbox('label', LISTS.labels, '/'),
	mailAccount: ofInbox('mail account', LISTS.mailAccounts),
	pendingReason: ofInbox('pending reason', LISTS.pendingReasons),
	user: {
		noun: 'user',
		where: IN_TENANT,
		listOf: LISTS.users,
		aliases: ({ email, first_name, last_name }) => [email, `${String(first_name)} ${String(last_name)}`],
		help: 'Check the name: the list shows the last name first. An e-mail address or a mention name will do as well.',
	},
};

function ofInbox(noun: string, listOf: (messageBoxId: number) => ServiceList, separator?: string): Named {
	return { noun, where: 'in this inbox', listOf: ({ messageBoxId }) => listOf(Number(messageBoxId)), separator };
}

/**
 * @returns the id of what a name stands for, of a user the mention name
 * @throws UserError when there is none of the name, or several
 */
export function idNamed(thing: NamedThing, name: string, rows: readonly IDataObject[]): unknown {
	const found = findNamed(thing, name, rows);
	if (found !== undefined) return found;
	const { noun, where, help = 'Check the name, or give the ID.' } = NAMED[thing];
	const near = nearest(name.trim(), rows.map(nameOf)).map(quote);
	throw new UserError(`There is no ${noun} ${quote(name.trim())} ${where}. ${near.length === 0 ? '' : `The nearest: ${near.join(', ')}. `}${help}`);
}

/**
 * Finds what a name stands for: the whole path first, then the last name of a path. What is written exactly so goes before
 * what differs by blanks around it, by case or by being an alias, and each time what is in use before what is archived or
 * deleted.
 *
 * @param name a name, a path, or the mention name of a user
 * @param rows the whole list of these things
 * @returns the id; undefined when there is none of the name
 * @throws UserError when there are several
 */
function findNamed(thing: NamedThing, name: string, rows: readonly IDataObject[]): unknown {
	const { noun, listOf, separator, aliases = () => [] } = NAMED[thing];
	const { key } = listOf({});
	const wanted = name.trim();
	const lower = wanted.toLowerCase();
	const byKey = new Map(separator === undefined ? [] : rows.map((row) => [row[key], row]));
	const ownName = (row: IDataObject) => ownNameOf(row, byKey, separator);
	const inUse = rows.filter((row) => row.archived !== true && row.status_cd !== 'deleted' && row.status_cd !== 'locked');
	const written = (form: string): Array<(row: IDataObject) => boolean> => [(row) => row[key] === form || nameOf(row) === form, (row) => ownName(row) === form];
	const inAnyCase: ReturnType<typeof written> = [
		(row) => nameOf(row).toLowerCase() === lower,
		(row) => ownName(row).toLowerCase() === lower,
		(row) => aliases(row).some((alias) => typeof alias === 'string' && alias.toLowerCase() === lower),
	];
	const steps = [written(name), written(wanted), inAnyCase].flatMap((ways) => [inUse, rows].flatMap((list) => ways.map((is) => ({ list, is }))));
	for (const { list, is } of steps) {
		const found = list.filter(is).map((row) => row[key]);
		if (found.length === 1) return found[0];
		if (found.length > 1) {
			throw new UserError(`${quote(wanted)} is the name of several ${plural(noun)}: ${found.slice(0, 5).join(', ')}. Give the ID of one of them.`);
		}
	}
	return undefined;
}

/** A name on a path is written after those of its parents. */
function ownNameOf(row: IDataObject, byKey: ReadonlyMap<unknown, IDataObject>, separator = ''): string {
	const parent = byKey.get(row.parent_id);
	const above = parent === undefined ? '' : `${nameOf(parent)}${separator}`;
	const name = nameOf(row);
	return name.startsWith(above) ? name.slice(above.length) : name;
}

function plural(noun: string): string {
	return noun === 'inbox' ? 'inboxes' : `${noun}s`;
}

/** Reads a list of the service as a whole; asked again it answers from the cache. */
export type RowsOf = (list: ServiceList) => Promise<IDataObject[]>;

/** Stands for what an inbox does not have: ids begin with 1. */
export const NO_ID = 0;

/** The names that fields met: rules are run once to see which lists are needed, and again with each list that was read. */
export class NameLookup {
	private readonly needed = new Set<NamedThing>();
	private readonly lists = new Map<NamedThing, IDataObject[]>();
	/** What was looked for in vain, as a sentence names it. */
	readonly missing = new Set<string>();

	/** @param isOneOfAll whether one of all inboxes is meant: what it does not have is no mistake, as another may */
	constructor(private readonly isOneOfAll = false) {}

	get isNeeded(): boolean {
		return this.needed.size > 0;
	}

	/**
	 * @param isFixed whether the value was chosen in a dropdown: then a text without blanks is a mention name, and no list is read
	 * @returns finds the id of a name; until the list was read, some id
	 */
	lookupFor(isFixed: () => boolean): Circumstances['idOf'] {
		return (thing, name) => {
			if (thing === 'user' && !/\s/.test(name) && isFixed()) return name;
			this.needed.add(thing);
			const rows = this.lists.get(thing);
			if (rows === undefined) return thing === 'user' ? name : 1;
			if (!this.isOneOfAll || thing === 'user') return idNamed(thing, name, rows);
			const found = findNamed(thing, name, rows);
			if (found === undefined) this.missing.add(`${NAMED[thing].noun} ${quote(name.trim())}`);
			return found ?? NO_ID;
		};
	}

	/**
	 * @param values of the path; `again` puts the ids that are known into them
	 * @throws what `rowsOf` and `again` throw
	 */
	async resolve(rowsOf: RowsOf, values: PathValues, again: () => void): Promise<void> {
		const things = (Object.keys(NAMED) as NamedThing[]).filter((thing) => this.needed.has(thing));
		for (const thing of things) {
			this.lists.set(thing, await rowsOf(NAMED[thing].listOf(values)));
			again();
		}
	}
}

/** Names that are compared, and characters of each: what is looked at stays small whatever the lists and fields hold. */
const MAX_NAMES = 2_000;
const MAX_LENGTH = 40;
const MAX_SHOWN = 3;

/** @returns of the names up to three that somebody may have meant, the nearest first: by letters that differ, or as a part of it */
export function nearest(wanted: string, names: readonly string[]): string[] {
	const written = lettersOf(wanted);
	if (written === '') return [];
	const near = names.slice(0, MAX_NAMES).map((name) => ({ name, distance: distanceOf(written, lettersOf(name)) }));
	return near
		.filter(({ distance }) => distance <= Math.max(1, written.length / 3))
		.sort((one, other) => one.distance - other.distance)
		.slice(0, MAX_SHOWN)
		.map(({ name }) => name);
}

function lettersOf(name: string): string {
	return name.slice(0, MAX_LENGTH).toLowerCase();
}

/** The number of letters to add, to leave out or to replace (Levenshtein); a name that has the other one as a part is near. */
function distanceOf(one: string, other: string): number {
	if (one.length > 2 && other.includes(one)) return 1;
	let row = Array.from({ length: other.length + 1 }, (_, place) => place);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
		row = next;
	}
	return row[other.length];
}
