import type { FileHost } from './fileHost';
import type { Readings } from './readings';
import type { AddressBookContents, InboxContents } from './store/Directory';
import type { Store } from './store/Store';

/**
 * What operations of the document do, by their id in the contract.
 * They return what is stored, which the answer shows as the contract says; nothing where it has no body; a file as an answer.
 */
export type Handlers = Record<string, (context: Context) => unknown>;

/** What a resource sees of a request, which the contract has found well-formed. */
export interface Context {
	store: Store;
	/** where files lie that are answered by their address */
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
	/** as the contract has it, so that a resource may name its type */
	body: Record<string, unknown>;
	page: { perPage: number; page: number };
}
