import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

/**
 * In a Retry n8n keeps what other nodes and the earlier rounds of a loop have returned. Their messages are not those of the item that
 * is run again, however alike they are.
 *
 * @returns the messages that nodes of this package have returned in this execution, by inbox and id
 */
export function messagesInRunData(context: IExecutePaginationFunctions): ReadonlySet<string> {
	const node = context.getNode();
	const related = [node, ...context.getParentNodes(node.name)].flatMap(({ name, type }) => [{ name, type }, ...context.getChildNodes(name)]);
	const names = new Set(related.filter(({ type }) => type === node.type).map(({ name }) => name));
	const found = new Set<string>();
	for (const name of names) {
		for (let round = 0, items = itemsOf(context, name, round); items !== undefined; items = itemsOf(context, name, ++round)) {
			for (const { json } of items) if (json?.message_id !== undefined) found.add(`${String(json.message_box_id)} ${String(json.message_id)}`);
		}
	}
	return found;
}

/** @returns what a node returned in a round; undefined where it has run less often, or not at all: n8n throws then */
function itemsOf(context: IExecutePaginationFunctions, name: string, round: number): Array<{ json?: IDataObject }> | undefined {
	try {
		const items: unknown = context.evaluateExpression(`{{ $(${JSON.stringify(name)}).all(0, ${round}) }}`, context.getItemIndex());
		return Array.isArray(items) ? items : undefined;
	} catch {
		return undefined;
	}
}
