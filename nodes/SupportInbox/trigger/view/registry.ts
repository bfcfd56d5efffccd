/**
 * The inbox views of one process for one origin and token. All triggers that share an origin and a token are given the
 * same registry, so that what one of them reads serves the others. Nothing in it is ever stored: a new process begins
 * with an empty one, and every trigger goes on from its own memory.
 */
export class ViewRegistry {}

/** Views belong to the token: triggers that share one share their views. */
const registries = new WeakMap<object, ViewRegistry>();

/** @param gate the way to the service that the token belongs to */
export function viewsOf(gate: object): ViewRegistry {
	const registry = registries.get(gate) ?? new ViewRegistry();
	registries.set(gate, registry);
	return registry;
}
