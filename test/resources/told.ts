/** Everything of an error that n8n may show, store or log. */
export function told(error: Record<string, unknown>): string {
	const seen = new Set<unknown>();
	const plain = (_key: string, value: unknown) => {
		if (typeof value !== 'object' || value === null) return value;
		if (seen.has(value)) return undefined;
		seen.add(value);
		return value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
	};
	return JSON.stringify(error, plain);
}
