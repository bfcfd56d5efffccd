/** What is written down of a history: what people, workflows and other programs did, and what each poll gave. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { TicketPatch } from '../../simulator';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The fields of a ticket that events compare. */
export const FIELDS = ['status_cd', 'assignee', 'color_cd', 'label_ids', 'title'] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Required<Pick<TicketPatch, Field>>;

/** A ticket from a moment (ms) until its next version. `by`: the workflow that wrote it, null for people. */
export interface Version {
	at: number;
	by: string | null;
	values: Values;
}

/** A message: `at` when it arrived; `states` with when each was reached, and the send time that it has since. `isShown`: see LoggedComment. */
export interface LoggedMessage {
	id: number;
	at: number;
	channel: string;
	isAutomatic: boolean;
	states: Array<{ at: number; sentAt: number; state: string; isShown: boolean }>;
}

/** `text` with the second in which it was written. `isShown`: it moves the time of its ticket, so that rows show it. */
interface LoggedComment {
	at: number;
	text: string;
	by: string | null;
	isShown: boolean;
}

export interface LoggedTicket {
	id: number;
	inbox: number;
	at: number;
	versions: Version[];
	messages: LoggedMessage[];
	comments: LoggedComment[];
}

/** What a trigger is set to. `repeat` and `wait` in ms, Infinity for never. */
export interface Plan {
	place: number;
	workflow: string;
	second: number;
	inboxes: number[];
	events: string[];
	startedBy: string[];
	ignoreOwn: string;
	messageStates: string[];
	skipFirst: boolean;
	watched: string[];
	addedLabels: number[];
	assignedTo: string[];
	filters: { statusCds?: string[]; labelIds?: number[]; assignee?: string };
	wait: number;
	repeat: number;
	lookback: number;
	maxRequests: number | undefined;
	parameters: INodeParameters;
}

/**
 * A poll. `ease`: `idle` while the rate limit is idle as the page says, `busy` while others use much of it, `hindered` in an
 * outage or while others leave next to nothing.
 */
export interface LoggedPoll {
	trigger: number;
	start: number;
	end: number;
	items: IDataObject[];
	error?: string;
	/** method, path and status of each request */
	requests: string[];
	ease: 'idle' | 'busy' | 'hindered';
}

export interface Log {
	/** how the service reads what the API document leaves open, and where the state of the triggers is kept */
	readings: Record<string, string>;
	seed: number;
	plans: Plan[];
	tickets: Map<number, LoggedTicket>;
	polls: LoggedPoll[];
	/** when the process was killed */
	kills: number[];
	outages: Array<{ from: number; until: number }>;
}

/** @returns whether a ticket with these values fits the filters (docs/trigger.md, What you get) */
export function fits({ filters: { statusCds, labelIds, assignee } }: Plan, values: Values): boolean {
	const isStatus = statusCds?.includes(values.status_cd) ?? !['spam', 'trash'].includes(values.status_cd);
	return isStatus && (labelIds?.some((id) => values.label_ids.includes(id)) ?? true) && (assignee === undefined || values.assignee === assignee);
}
