import { type IDataObject, UserError } from 'n8n-workflow';
import type { RowsOf } from '../transport/client/listCache';
import { type ListName, type ServiceList, DOCUMENTED, LISTS, nameOf, ownerSlotOf } from '../transport/client/lists';
import type { PathValues } from '../transport/engine/item';
import { isNotShown } from '../transport/errors/failure';
import { excerpt } from '../transport/excerpt';
import { fold } from './fold';
import { type Circumstances, quote } from './rules';

/** Other names of a list's rows, and what the user can do when a name is not found. */
const ALSO: Partial<Record<ListName, { aliases: (row: IDataObject) => unknown[]; help: string }>> = {
	users: {
		aliases: ({ email, first_name, last_name }) => [email, `${String(first_name)} ${String(last_name)}`],
		help: 'Check the name: the list shows the last name first. An e-mail address or a mention name will do as well.',
	},
	mailAccounts: {
		aliases: ({ name, email }) => [email, `${String(name)} <${String(email)}>`],
		help: 'Check the name, the e-mail address or the ID.',
	},
};

const WHERE = { messageBoxId: 'in this inbox', customerGroupId: 'in this address book' };

/** Whether a text has the form of an id: digits, as lists and expressions give them. `007` may be a name. */
export function isId(text: string): boolean {
	return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));
}

/**
 * @param entry a name, or the digits of an id; a number is an id
 * @param whole the text that it was a part of, which is no name either
 * @returns the id of the row; for a user the mention name
 * @throws UserError when no row has it, or several have the name
 */
export function idNamed(list: ListName, entry: string | number, rows: readonly IDataObject[], whole?: unknown): unknown {
	const id = find(list, entry, rows);
	if (id !== undefined) return id;
	const slot = ownerSlotOf(list);
	const where = slot === undefined ? 'in this tenant' : WHERE[slot];
	const { help = 'Check the name or the ID.' } = ALSO[list] ?? {};
	const text = String(entry).trim();
	const near = isId(text) ? [] : nearest(text, rows.map(nameOf)).map(quote);
	const also = whole === undefined || whole === entry ? '' : ` None has the name ${quote(whole)} either.`;
	throw new UserError(
		`There is no ${described(list, entry)} ${where}.${also} ${near.length === 0 ? '' : `The nearest: ${near.join(', ')}. `}${help}`,
	);
}

/** @returns a name or id as text for a sentence: `label "Urgent"`, `label with the ID 3001` */
function described(list: ListName, entry: string | number): string {
	const text = String(entry).trim();
	return `${DOCUMENTED[list].noun} ${isId(text) ? `with the ID ${text}` : quote(text)}`;
}

/** @returns the id of the row with a name, or with this id; a text that could be both is a name first */
function find(list: ListName, entry: string | number, rows: readonly IDataObject[]): unknown {
	return (typeof entry === 'number' ? undefined : findNamed(list, entry, rows)) ?? idIn(list, entry, rows);
}

function idIn(list: ListName, entry: string | number, rows: readonly IDataObject[]): unknown {
	return rows
		.map((row) => row[DOCUMENTED[list].key])
		.find((id) => typeof id === 'number' && isId(String(entry).trim()) && id === Number(entry));
}

/**
 * @returns the id of the row with a name, see {@link namedLike}; undefined when no row has it
 * @throws UserError when several rows have it
 */
function findNamed(list: ListName, name: string, rows: readonly IDataObject[]): unknown {
	const { noun, key, separator }: ServiceList = DOCUMENTED[list];
	const found = namedLike(list, name, rows);
	if (found.length <= 1) return found.at(0)?.[key];
	const shown = found.slice(0, MAX_AMBIGUOUS).map((row) => `${excerpt(nameOf(row))} (${String(row[key])})`);
	throw new UserError(`${quote(name.trim())} is the name of several ${plural(noun)}: ${shown.join(', ')}. Enter ${separator === undefined ? '' : 'the path or '}the ID of one of them.`);
}

/**
 * Finds the rows with a name: for a user by the mention name first, then by the full path, then by the last name of a path.
 * Exactly equal names come before names that differ by blanks around them, or only look the same, or are aliases. Each time rows in
 * use come before archived or deleted ones.
 *
 * @param name a name, a path, or the mention name of a user
 * @param rows all rows of the list
 * @returns the rows of the first of these steps that finds some
 */
function namedLike(list: ListName, name: string, rows: readonly IDataObject[]): IDataObject[] {
	const { key }: ServiceList = DOCUMENTED[list];
	const { aliases = () => [] } = ALSO[list] ?? {};
	const trimmed = name.trim();
	const folded = fold(trimmed);
	const ownName = ownNamesIn(DOCUMENTED[list], rows);
	const isInUse = (row: IDataObject) => row.archived !== true && row.status_cd !== 'deleted' && row.status_cd !== 'locked';
	const [inUse, others] = [rows.filter(isInUse), rows.filter((row) => !isInUse(row))];
	const written = (form: string): Array<(row: IDataObject) => boolean> => [
		(row) => row[key] === form,
		(row) => nameOf(row) === form,
		(row) => ownName(row) === form,
	];
	const alike: ReturnType<typeof written> = [
		(row) => fold(nameOf(row)) === folded,
		(row) => fold(ownName(row)) === folded,
		(row) => aliases(row).some((alias) => typeof alias === 'string' && fold(alias) === folded),
	];
	const steps = [written(name), written(trimmed), alike].flatMap((ways) =>
		[inUse, others].flatMap((among) => ways.map((is) => ({ among, is }))),
	);
	for (const { among, is } of steps) {
		const found = among.filter(is);
		if (found.length > 0) return found;
	}
	return [];
}

const MAX_AMBIGUOUS = 5;

/**
 * @param rows all rows of the list
 * @returns a function for a row's own name. Lists show the names of the parents before it, but the separator may also be part of
 * a name, so only the parent's own row shows where it begins
 */
export function ownNamesIn({ key, separator }: ServiceList, rows: readonly IDataObject[]): (row: IDataObject) => string {
	const byKey = new Map(separator === undefined ? [] : rows.map((row) => [row[key], row]));
	return (row) => {
		const parent = byKey.get(row.parent_id);
		const above = parent === undefined ? '' : `${nameOf(parent)}${separator}`;
		const name = nameOf(row);
		return name.startsWith(above) ? name.slice(above.length) : name;
	};
}

export function plural(noun: string): string {
	return noun === 'inbox' ? 'inboxes' : `${noun}s`;
}

/** The id for a name or id that an inbox does not have; real ids begin with 1. */
export const NO_ID = 0;

/**
 * What a list is needed for, the least first.
 * - `path`: an id in a path, for which the service itself answers. Only a dry run does not ask it.
 * - `id`: an id elsewhere. The service may take it although there is no such row, so it is looked for where the list is shown.
 * - `either`: a text that could be ids or a name. `name`: a name.
 */
const NEEDS = ['path', 'id', 'either', 'name'] as const;
type Need = (typeof NEEDS)[number];

/** What a rule has asked for: a name or id, and the text that it is a part of. */
interface Asked {
	entry: string | number;
	whole: unknown;
	need: Need;
}

/** Looks up names and ids in fields: the rules run once to see which lists are needed for what, and again after each list that was read. */
export class NameLookup {
	private readonly asked = new Map<ListName, Asked[]>();
	private readonly lists = new Map<ListName, readonly IDataObject[]>();
	/** The names and ids that were not found, as text for a sentence. */
	readonly missing = new Set<string>();

	/** @param isOneOfAll whether it is for one of all inboxes: then a missing name is not rejected, because another inbox may have it */
	constructor(private readonly isOneOfAll = false) {}

	/** Whether a list is needed. */
	get isNeeded(): boolean {
		return this.asked.size > 0;
	}

	/**
	 * @param least what an id is: in a path or elsewhere
	 * @returns a function that finds the id of a row; until the list was read, it returns an id as it is, and a placeholder for a name
	 */
	lookupFor(least: 'path' | 'id'): NonNullable<Circumstances['idOf']> {
		return (list, entry, whole = entry) => {
			const text = String(entry).trim();
			const isUser = list === 'users';
			const couldBeId = isUser ? !/\s/.test(text) : isId(text);
			const need: Need = !couldBeId ? 'name' : String(whole).trim() === text ? least : 'either';
			const rows = this.lists.get(list);
			if (rows === undefined) {
				this.asked.set(list, [...(this.asked.get(list) ?? []), { entry, whole, need }]);
				return isUser ? entry : couldBeId ? Number(text) : 1;
			}
			// No list is read for digits in a path, unless it is a dry run: they are an id in both.
			if (need === 'path' && !isUser) return idNamed(list, Number(text), rows);
			if (!this.isOneOfAll || isUser) return idNamed(list, entry, rows, whole);
			const id = find(list, entry, rows);
			if (id === undefined) this.missing.add(described(list, entry));
			return id ?? NO_ID;
		};
	}

	/** @returns the id of a name that may be there; undefined also until the list was read */
	readonly idIfThere: NonNullable<Circumstances['idIfThere']> = (list, name) => findNamed(list, name, this.lists.get(list) ?? []);

	readonly isDeletedUser = (mentionName: unknown) =>
		(this.lists.get('users') ?? []).some((row) => row.mention_name === mentionName && row.status_cd === 'deleted');

	/**
	 * Reads the lists that are needed. What a list in the cache lacks is looked for once more in a new one before it is rejected. Ids
	 * are taken as they are where the service does not show the list.
	 *
	 * @param values the values of the path
	 * @param again runs the rules again, which puts the known ids into `values`
	 * @param least lists that are needed for less are not read
	 * @throws what `rowsOf` and `again` throw
	 */
	async resolve(rowsOf: RowsOf, values: PathValues, again: () => void, least: Need = 'id'): Promise<void> {
		const needOf = (list: ListName) => Math.max(...(this.asked.get(list) ?? []).map(({ need }) => NEEDS.indexOf(need)));
		const isDue = (list: ListName) => !this.lists.has(list) && needOf(list) >= NEEDS.indexOf(least);
		for (const list of (Object.keys(DOCUMENTED) as ListName[]).filter(isDue)) {
			const need = NEEDS[needOf(list)];
			const ofOwner = LISTS[list](Number(values[ownerSlotOf(list) ?? '']));
			const read = async (how?: 'ids' | 'again') => await rowsOf(ofOwner, how);
			const rows = await read(need === 'id' || need === 'path' ? 'ids' : undefined).catch((error) => {
				if (need === 'name' || !isNotShown(error)) throw error;
			});
			if (rows === undefined) continue;
			this.lists.set(list, this.isLacking(list, rows) ? await read('again') : rows);
			again();
		}
	}

	/** @returns whether something that was asked for is not in the rows of a list, or is there several times */
	private isLacking(list: ListName, rows: readonly IDataObject[]): boolean {
		const isOf = (name: unknown) => typeof name === 'string' && namedLike(list, name, rows).length === 1;
		const isFound = ({ entry, whole, need }: Asked) =>
			isOf(whole) || (need !== 'path' && isOf(entry)) || idIn(list, entry, rows) !== undefined;
		return !(this.isOneOfAll && list !== 'users') && !this.asked.get(list)!.every(isFound);
	}
}

const MAX_SHOWN = 3;
const FIRST_LETTERS = 3;

/** @returns up to three names that the user may have meant: names with the text in them come first, then names that begin as it does */
export function nearest(text: string, names: readonly string[]): string[] {
	const written = fold(text);
	if (written === '') return [];
	const folded = names.map((name) => ({ name, letters: fold(name) }));
	const containing = folded.filter(({ letters }) => letters.includes(written));
	const alike = folded.filter(({ letters }) => letters.startsWith(written.slice(0, FIRST_LETTERS)));
	return [...new Set([...containing, ...alike])].slice(0, MAX_SHOWN).map(({ name }) => name);
}
