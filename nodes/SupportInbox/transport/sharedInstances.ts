/**
 * A store of objects with a common lifetime, such as that of a token's session or of an item queue: one instance of each
 * class, made when it is first asked for.
 */
export class SharedInstances {
	private readonly instances = new Map<unknown, unknown>();

	/** @returns the instance of a class; its constructor may use the others */
	of<T>(type: new (instances: this) => T): T {
		const known = this.instances.get(type);
		if (known !== undefined) return known as T;
		const instance = new type(this);
		this.instances.set(type, instance);
		return instance;
	}
}
