/**
 * The parts of a mail's From header, such as `"Yamada, Hanako" <h@ex.jp>`; other channels have other content there.
 *
 * @param from the value in a message
 * @returns the name and the address, null for a missing one; a text that is not an address counts as a name
 */
export function senderOf(from: unknown): { from_name: string | null; from_email: string | null } {
	const text = typeof from === 'string' ? from.trim() : '';
	const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
	const address = open < 0 ? text : text.slice(open + 1, -1);
	const isAddress = /^[^\s@>]+@[^\s@>]+$/.test(address);
	const name = text.slice(0, Math.max(open, 0)).trim();
	const shown = isAddress ? name.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1').trim() : text;
	return { from_name: shown || null, from_email: isAddress ? address : null };
}
