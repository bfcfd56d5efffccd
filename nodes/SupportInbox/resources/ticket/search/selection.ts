import type { IDataObject } from 'n8n-workflow';
import { fold } from '../../../fields/fold';
import { millisOf } from '../../../store/time';
import { type Fields, isDate, isId, isIds, isText, missingField, orNull } from '../../../transport/client/answer';
import { wholeListOf } from '../../../transport/client/listCache';
import { LISTS } from '../../../transport/client/lists';
import type { Item } from '../../../transport/engine/item';
import type { Selection } from '../../../transport/engine/plans';
import { ServiceFailure } from '../../../transport/errors/failure';
import { reject } from '../../../transport/errors/reject';
import type { Span } from './timeFilters';

/** The most tickets that are read for filters that the service does not have: 200 requests. */
const MAX_READ = 10_000;

type Test = (ticket: IDataObject) => boolean;

/** The settings that are not sent, by their parameter names; their rules have checked them. */
interface SelectionSettings {
	caseCategoryIds?: number[];
	created?: Span;
	includeChildLabels?: boolean;
	labelsMatch?: 'all' | 'any';
	lastUpdated?: Span;
	excludeAssignees?: string[];
	excludeCaseCategoryIds?: number[];
	excludeLabelIds?: number[];
	oldestFirst?: boolean;
	titleContains?: string;
}

const LABELS = { label_ids: isIds };
const CLASSIFICATIONS = { case_category_ids: isIds };

/** The fields of a ticket that each filter uses. They are required: without them the filter cannot decide. */
const NEEDS: Record<string, Fields> = {
	caseCategoryIds: CLASSIFICATIONS,
	created: { created_at: isDate },
	includeChildLabels: LABELS,
	labelsMatch: LABELS,
	lastUpdated: { last_updated_at: isDate },
	excludeAssignees: { assignee: orNull(isText) },
	excludeCaseCategoryIds: CLASSIFICATIONS,
	excludeLabelIds: LABELS,
	oldestFirst: { created_at: isDate },
	titleContains: { title: orNull(isText) },
};

/**
 * Makes the filters and the order that the node applies, because the service has no parameter for them (API document, Ticket
 * search). Labels that the service cannot search for are taken out of the request.
 *
 * @returns undefined where the service applies all filters
 * @throws ServiceFailure when the list of labels cannot be read, or lacks their parents
 */
export async function selectionOf(item: Item): Promise<Selection | undefined> {
	const chosen = item.settings as SelectionSettings;
	const tests = [...testsOf(chosen), ...(await labelTests(item, chosen))];
	if (tests.length === 0 && chosen.oldestFirst !== true) return undefined;
	return {
		needs: Object.assign({}, ...Object.keys(chosen).map((name) => NEEDS[name])) as Fields,
		isWanted: (ticket) => tests.every((test) => test(ticket)),
		order: chosen.oldestFirst === true ? (one, other) => at(one.created_at) - at(other.created_at) : undefined,
		most: { rows: MAX_READ, reject: () => tooMany(item) },
	};
}

function tooMany(item: Item): never {
	return reject(
		item,
		`More than ${MAX_READ.toLocaleString('en')} tickets would have to be read`,
		'The service cannot search for what some of the filters ask for. Add filters that it can search for, such as Statuses, Labels or Message Date.',
	);
}

function testsOf(chosen: SelectionSettings): Test[] {
	const { caseCategoryIds, excludeAssignees, excludeCaseCategoryIds, titleContains } = chosen;
	const tests: Array<Test | undefined | false> = [
		caseCategoryIds && ((ticket) => hasAny(ticket.case_category_ids, caseCategoryIds)),
		excludeCaseCategoryIds && ((ticket) => !hasAny(ticket.case_category_ids, excludeCaseCategoryIds)),
		excludeAssignees && (({ assignee }) => !excludeAssignees.includes(String(assignee ?? ''))),
		titleContains !== undefined && (({ title }) => fold(String(title ?? '')).includes(fold(titleContains))),
		...timeTests('created_at', chosen.created),
		...timeTests('last_updated_at', chosen.lastUpdated),
	];
	return tests.filter((test): test is Test => typeof test === 'function');
}

/** The end is exclusive, so that a week ends where the next one begins. */
function timeTests(field: string, { since, until }: Span = {}): Test[] {
	return [
		...(since === undefined ? [] : [(ticket: IDataObject) => at(ticket[field]) >= at(since)]),
		...(until === undefined ? [] : [(ticket: IDataObject) => at(ticket[field]) < at(until)]),
	];
}

/**
 * The service finds only tickets that have all labels of the request. What is left out, and a group of which one label is enough, is tested
 * here.
 */
async function labelTests(item: Item, { labelsMatch, includeChildLabels, excludeLabelIds }: SelectionSettings): Promise<Test[]> {
	const body = item.body;
	const ids = body.label_ids as number[] | undefined;
	const groupsOf = async (labels: number[]) => (includeChildLabels === true ? await withChildren(item, labels) : labels.map((id) => [id]));
	const excluded = (await groupsOf(excludeLabelIds ?? [])).flat();
	const without: Test[] = excluded.length === 0 ? [] : [(ticket) => !hasAny(ticket.label_ids, excluded)];
	if (ids === undefined || ids[0] === -1) return without;
	const groups = await groupsOf(ids);
	const wanted = labelsMatch === 'any' ? [groups.flat()] : groups;
	const sent = wanted.filter((group) => group.length === 1).flat();
	if (sent.length > 0) body.label_ids = sent;
	else delete body.label_ids;
	return [...without, ...wanted.filter((group) => group.length > 1).map((group): Test => (ticket) => hasAny(ticket.label_ids, group))];
}

/** @returns each label with all labels below it */
async function withChildren({ connection, read, values }: Item, ids: readonly number[]): Promise<number[][]> {
	const labels = await wholeListOf(connection, read, LISTS.labels(Number(values.messageBoxId)));
	const missing = labels.map((label) => missingField(label, { parent_id: orNull(isId) })).find((name) => name !== undefined);
	if (missing !== undefined) {
		throw new ServiceFailure({ kind: 'unexpectedResponse', status: 200, expected: 'list', content: 'json', missing });
	}
	const below = new Map<unknown, number[]>(labels.map(({ parent_id }) => [parent_id, []]));
	for (const { parent_id, label_id } of labels) below.get(parent_id)!.push(Number(label_id));
	return ids.map((id) => {
		const group = new Set([id]);
		// The set grows while the loop runs: each label adds its children.
		for (const parent of group) for (const child of below.get(parent) ?? []) group.add(child);
		return [...group];
	});
}

function hasAny(ids: unknown, wanted: readonly number[]): boolean {
	return Array.isArray(ids) && ids.some((id) => wanted.includes(Number(id)));
}

function at(time: unknown): number {
	return millisOf(time, NaN);
}
