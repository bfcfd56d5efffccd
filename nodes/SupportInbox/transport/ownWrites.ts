import type { IDataObject } from 'n8n-workflow';

/**
 * A write as it was sent: the update of a ticket, a memo, a mail ...
 * - `path`: with its values encoded; `values`: the same values by the name of their slot in the operation's path.
 * - `body`: in the API's names.
 * - `precondition`: the ticket as it was read before the first try left; undefined: nothing was read.
 */
export interface SentWrite {
	method: string;
	path: string;
	values: Readonly<Record<string, string | number>>;
	body: IDataObject;
	precondition?: IDataObject;
}

/**
 * A write of this process that has ended. One whose outcome is unknown may be reported again as confirmed.
 * - `answer`: the first row of the answer, with the ids of what was created; `{}` where the service answers nothing.
 * - `sentAt`, `answeredAt`: when it was sent and when its end was known, in ms of the gate's clock.
 * - `onService`: it took effect between these on the service's clock (ms); null while no answer has shown that clock.
 * - `confirmed`: false when its outcome is unknown; it may take effect after `latest` then.
 * - `workflowId`: of the workflow that wrote.
 */
export interface OwnWrite extends SentWrite {
	answer: IDataObject;
	sentAt: number;
	answeredAt: number;
	onService: { earliest: number; latest: number } | null;
	confirmed: boolean;
	workflowId: string | undefined;
}

type Listener = (write: OwnWrite) => void;

/** The writes of this process to one tenant with one token, for those who would take their effects for somebody else's. */
export class OwnWrites {
	private readonly listeners = new Set<Listener>();

	/**
	 * @param listener called after each write, before its item ends; must not throw or wait
	 * @returns a function that removes the listener
	 */
	listen(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => void this.listeners.delete(listener);
	}

	/** Reports a write to all listeners. */
	report(write: OwnWrite): void {
		for (const listener of this.listeners) listener(write);
	}
}
