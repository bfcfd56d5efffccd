/** What was seen at each stage; every list holds ticket ids, one for each time the ticket was seen there. */
export interface Seen {
	/** new in the watched inbox since the workflow was switched on, as the simulator has it */
	created: number[];
	/** put out by the trigger */
	triggered: number[];
	/** carry the label, as the simulator has it */
	labelled: number[];
	/** named in a message that reached the webhook */
	delivered: number[];
	/** new in the address book since then: the one who sent the form */
	contacts: number;
	/** requests that the API document does not allow */
	violations: string[];
	/** executions of n8n that ended with an error */
	failures: string[];
}

export interface Tally {
	lines: string[];
	/** whether every number is what it must be */
	ok: boolean;
}

/** @returns the ids that appear more than once */
export function repeated(ids: number[]): number[] {
	return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** @returns a line for each number, saying what is wrong where something is */
export function tally(seen: Seen): Tally {
	const { created, triggered, labelled, delivered, contacts, violations, failures } = seen;
	const duplicates = [...new Set([...repeated(triggered), ...repeated(delivered)])];
	const stage = (name: string, ids: number[]) => {
		const missing = created.filter((id) => !ids.includes(id));
		const extra = ids.filter((id) => !created.includes(id));
		const faults = [list('missing', missing), list('not expected', extra)].filter(Boolean);
		return { name, count: new Set(ids).size, fault: faults.join(', ') };
	};
	const rows = [
		{ name: 'tickets created', count: created.length, fault: created.length ? '' : 'at least one was expected' },
		stage('triggered', triggered),
		stage('labelled', labelled),
		stage('messages delivered', delivered),
		{ name: 'contacts by form', count: contacts, fault: contacts === 1 ? '' : 'one was expected' },
		{ name: 'duplicates', count: duplicates.length, fault: list('tickets', duplicates) },
		{ name: 'violations of the API', count: violations.length, fault: violations.join('; ') },
		{ name: 'failed executions', count: failures.length, fault: failures.join('; ') },
	];
	return {
		lines: rows.map(({ name, count, fault }) => `  ${fault ? 'x' : '✓'} ${name.padEnd(22)} ${count}${fault && `   ${fault}`}`),
		ok: rows.every(({ fault }) => fault === ''),
	};
}

function list(what: string, ids: number[]): string {
	return ids.length ? `${what}: ${ids.join(', ')}` : '';
}
