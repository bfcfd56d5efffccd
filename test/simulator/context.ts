import type { FileHost } from './fileHost';
import type { Readings } from './readings';
import type { AddressBookContents, InboxContents } from './store/Directory';
import type { Store } from './store/Store';

/**
 * The implementations of the document's operations, by their id in the contract. They return the stored record, from which
 * the answer takes the contract's fields; undefined for an answer without a body; for a file the complete answer.
 */
export type Handlers = Record<string, (context: Context) => unknown>;

/** The request as a resource gets it, after the check against the contract. */
export interface Context {
	store: Store;
	/** the host of files whose download is answered with an address */
	files: FileHost;
	readings: Readings;
	/** decoded path parameters */
	params: Record<string, string>;
	/** path parameter `<name>` as an integer */
	id: (name: string) => number;
	/** the inbox of the path; 404 when there is none */
	inbox: () => InboxContents;
	/** the address book of the path; 404 when there is none */
	addressBook: () => AddressBookContents;
	/** valid by the contract, so that a resource may cast it to its type */
	body: Record<string, unknown>;
	page: { perPage: number; page: number };
}
