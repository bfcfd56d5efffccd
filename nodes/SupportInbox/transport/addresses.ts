/** @returns only the addresses, in small letters, of a header such as `"Sato, Hanako" <hanako@example.com>, ben@example.com` */
export function addressesIn(header: unknown): string[] {
	const entries = (String(header ?? '').replace(/"[^"]*"(?!@)/g, ' ').match(/[^,;]+/g) ?? []).filter((entry) => entry.includes('@'));
	// Text before the brackets is a name, even if it looks like an address: anna@example.com via Shop <shop@example.com>
	const words = entries.flatMap((entry) => (entry.match(/<[^<>]*>/g)?.join(' ') ?? entry).split(/[\s<>"]+/));
	const found = words.filter((word) => word.slice(1, -1).includes('@'));
	return [...new Set(found.map((address) => address.toLowerCase()))];
}
