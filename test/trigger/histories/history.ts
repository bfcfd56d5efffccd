/** Runs one history: everything in it comes from its seed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pollerOf, runNode } from '../../harness/engine';
import { type TimedService, timedService } from '../../harness/virtualTime';
import { type FaultKind, type MessageInput, READINGS, type Readings, type TicketInput, type TicketPatch } from '../../simulator';
import { Random } from '../../simulator/random';
import { FIELDS, HOUR, type Log, type LoggedTicket, MINUTE, type Plan, SECOND, type Values } from './log';

const EVENTS = ['ticketCreated', 'newMessage', 'newComment', 'ticketFieldChanged', 'ticketClosed', 'labelAdded', 'ticketAssigned', 'ticketUnanswered'];
const USERS = ['user01', 'user02', null];
/** What others send in a minute while the limit isn't idle, and what leaves next to nothing. */
const [MUCH, NEARLY_ALL] = [20, 52];
/** In the last minutes nobody does anything. */
const QUIET_END = 8;

type Mode = 'process' | 'durable' | 'stored';
const byId = (value: number) => ({ __rl: true, mode: 'id', value });

/** @param labelsOf the labels of an inbox that are used: no ticket has those of another inbox */
function planOf(random: Random, place: number, inboxes: number[], labelsOf: (inbox: number) => number[]): Plan {
	const some = <T>(share: number, value: T): T | undefined => (random.chance(share) ? value : undefined);
	const events = EVENTS.filter(() => random.chance(0.5));
	if (events.length === 0) events.push(random.pick(EVENTS));
	const plan: Omit<Plan, 'parameters'> = {
		place,
		workflow: `workflow-${place}`,
		second: random.between(0, 59),
		inboxes,
		events,
		startedBy: random.pick([['customer', 'memo'], ['customer', 'memo', 'outgoingEmail'], ['customer']]),
		ignoreOwn: random.pick(['thisWorkflow', 'thisWorkflow', 'allWorkflows', 'none']),
		messageStates: random.pick([['received'], ['received', 'sent'], ['draft', 'sent'], ['sent']]),
		skipFirst: random.chance(0.3),
		watched: some(0.3, ['status_cd', 'label_ids']) ?? [],
		addedLabels: some(0.4, inboxes.map((inbox) => labelsOf(inbox)[1])) ?? [],
		assignedTo: some(0.4, ['user01']) ?? [],
		filters: random.pick([{}, {}, {}, { statusCds: ['open', 'ongoing'] }, { labelIds: inboxes.map((inbox) => labelsOf(inbox)[0]) }, { assignee: 'user01' }, { statusCds: ['open', 'closed', 'trash'] }]),
		wait: random.between(8, 25) * MINUTE,
		repeat: some(0.5, random.between(8, 20) * MINUTE) ?? Infinity,
		lookback: random.pick([2, 4, 24]) * HOUR,
		maxRequests: random.pick([undefined, undefined, 20, 10]),
	};
	return { ...plan, parameters: parametersOf(plan) };
}

/** n8n stores only fields that are shown. */
function parametersOf(plan: Omit<Plan, 'parameters'>): INodeParameters {
	const { events, maxRequests, repeat, filters } = plan;
	const of = (event: string, parameters: INodeParameters) => (events.includes(event) ? parameters : {});
	return {
		messageBoxIds: plan.inboxes,
		events,
		includeNames: false,
		...of('ticketCreated', { startedBy: plan.startedBy }),
		...of('newMessage', { messageActionCds: plan.messageStates, skipFirstMessage: plan.skipFirst }),
		...of('ticketFieldChanged', { watchedFields: plan.watched }),
		...of('labelAdded', { addedLabelIds: plan.addedLabels }),
		...of('ticketAssigned', { assignedTo: plan.assignedTo }),
		...of('ticketUnanswered', { unansweredFor: plan.wait / MINUTE, unansweredUnit: 'minutes' }),
		filters: filters as INodeParameters,
		options: {
			ignoreOwnChanges: plan.ignoreOwn,
			lookbackHours: plan.lookback / HOUR,
			...(maxRequests !== undefined && { maxRequestsPerPoll: maxRequests }),
			...(repeat !== Infinity && of('ticketUnanswered', { repeatEvery: repeat / MINUTE })),
		},
	};
}

/** What a trigger's node has in the process, and what n8n has stored. */
interface Stored {
	memory: string;
	saved: string;
}

class History {
	readonly log: Log;
	private readonly stored: Stored[];
	private readonly quota = new Map<number, number>();
	private processes = 1;
	private count = 0;

	constructor(
		seed: number,
		private readonly random: Random,
		private readonly service: TimedService,
		private readonly mode: Mode,
		private readonly inboxes: number[],
		readings: Record<string, string>,
	) {
		const plans = Array.from({ length: random.between(1, 3) }, (_, place) => planOf(random, place, inboxes.filter((_id, n) => n === 0 || random.chance(0.7)), (inbox) => this.labelsOf(inbox)));
		this.log = { seed, readings: { ...readings, mode }, plans, tickets: new Map(), polls: [], kills: [], outages: [] };
		this.stored = plans.map(() => ({ memory: '{}', saved: '{}' }));
	}

	private get store() {
		return this.service.simulator.store;
	}

	private get now(): number {
		return this.service.clock.now();
	}

	private labelsOf(inbox: number): number[] {
		return this.store.inbox(inbox).labels.all().slice(0, 3).map(({ id }) => id);
	}

	/** What a restarted process knows hangs on the token, which is a new one then. */
	private get connection() {
		return { ...this.service, token: `process-${this.processes}` };
	}

	async run(minutes: number): Promise<Log> {
		const { random } = this;
		this.service.simulator.tokens.add(this.connection.token);
		for (const inbox of this.inboxes) for (let n = random.between(2, 8); n > 0; n--) this.createTicket(inbox, this.now - random.between(10, 40 * 60) * MINUTE);
		for (const plan of this.log.plans) await this.poll(plan);
		const begun = this.now;
		let silentUntil = 0;
		for (let minute = 0; minute < minutes; minute++) {
			const from = begun + minute * MINUTE;
			const isOver = minute >= minutes - QUIET_END;
			if (!isOver && minute > 5) this.trouble(from);
			if (!isOver && minute > 5 && random.chance(0.02)) silentUntil = this.kill(from);
			const acts = isOver ? 0 : random.pick([0, 0, 1, 1, 2, 3]);
			const todo = [
				...Array.from({ length: acts }, () => ({ at: from + random.between(0, 59) * SECOND + 370, act: async () => await this.act() })),
				...this.log.plans.filter(() => from >= silentUntil).map((plan) => ({ at: from + plan.second * SECOND, act: async () => await this.poll(plan) })),
			];
			for (const { at, act } of todo.sort((a, b) => a.at - b.at)) {
				await this.until(at);
				await act();
			}
			await this.until(from + MINUTE);
		}
		this.service.simulator.expectNoViolations();
		return this.log;
	}

	private async until(at: number): Promise<void> {
		await this.service.clock.run(this.service.clock.sleep(at - this.now));
	}

	/** Others use the limit, or the service is down for some minutes. */
	private trouble(from: number): void {
		const { random, service: { simulator } } = this;
		const last = this.log.outages.at(-1);
		if (last !== undefined && last.until <= from) simulator.faults.clear();
		if (random.chance(0.03) && (last?.until ?? 0) < from) {
			const kind = random.pick<FaultKind>(['status', 'resetBefore', 'gateway']);
			simulator.faults.add({ kind, ...(kind === 'status' && { status: random.pick([500, 503]) }), when: { times: 'always' } });
			this.log.outages.push({ from, until: from + random.between(1, 6) * MINUTE });
		}
		if (random.chance(0.12)) {
			const count = random.pick([MUCH, NEARLY_ALL, 60]);
			simulator.consumeQuota(count);
			this.quota.set(Math.floor(this.now / MINUTE), count);
		}
	}

	/** @returns when the next process begins */
	private kill(from: number): number {
		for (const one of this.stored) one.memory = one.saved;
		this.log.kills.push(from);
		this.service.simulator.tokens.add(`process-${++this.processes}`);
		return from + this.random.pick([0, 0, 5, 35]) * MINUTE;
	}

	private easeOf(start: number, end: number): Log['polls'][number]['ease'] {
		const [last, of, to] = [start - MINUTE, start, end].map((at) => this.quota.get(Math.floor(at / MINUTE)) ?? 0);
		if (this.log.outages.some(({ from, until }) => start < until + SECOND && end > from) || Math.max(of, to) > MUCH) return 'hindered';
		return Math.max(last, of) < 15 ? 'idle' : 'busy';
	}

	private async poll({ place, workflow, parameters }: Plan): Promise<void> {
		const { simulator, clock } = this.service;
		const node = pollerOf(this.connection, parameters, { workflowId: workflow, node: { id: `node-${place}` } });
		const stored = this.stored[place];
		Object.assign(node.staticData, JSON.parse(stored.memory) as IDataObject);
		const [start, requests] = [this.now, simulator.requests.length];
		let error: string | undefined;
		const items = await clock.run(node.poll()).catch((thrown: Error) => void (error = thrown.message));
		const isFirst = this.log.polls.every(({ trigger }) => trigger !== place);
		stored.memory = JSON.stringify(node.staticData);
		if (error === undefined && (isFirst || this.mode === 'durable' || (items ?? null) !== null)) stored.saved = stored.memory;
		if (this.mode === 'stored') stored.memory = stored.saved;
		this.log.polls.push({
			trigger: place,
			start,
			end: this.now,
			items: (items ?? []).map(({ json }) => json),
			error: error ?? node.reported[0]?.message,
			requests: simulator.requests.slice(requests).map(({ method, path, status }) => `${method} ${path} ${status}`),
			ease: this.easeOf(start, this.now),
		});
	}

	/** A ticket that people do something with. */
	private anyTicket(): LoggedTicket {
		const all = [...this.log.tickets.values()];
		return this.random.chance(0.6) ? this.random.pick(all.slice(-6)) : this.random.pick(all);
	}

	private async act(): Promise<void> {
		const { random } = this;
		const ticket = this.anyTicket();
		const roll = random.between(1, 100);
		if (roll <= 16) this.createTicket(random.pick(this.inboxes));
		else if (roll <= 30) this.addMessage(ticket, { sent_at: this.sometimesEarlier(), ...(random.chance(0.1) && { title: 'Automatic reply' }) });
		else if (roll <= 42) this.addMessage(ticket, { action_cd: 'sent' });
		else if (roll <= 48) this.addMessage(ticket, { action_cd: 'draft' });
		else if (roll <= 54) this.sendDraft();
		else if (roll <= 60) this.addMessage(ticket, { method_cd: 'record', action_cd: 'sent', sent_at: this.sometimesEarlier() });
		else if (roll <= 68) this.comment(ticket);
		else if (roll <= 88) this.edit(ticket, this.change(this.labelsOf(ticket.inbox)));
		else if (roll <= 92) this.edit(ticket, { status_cd: ['trash', 'spam'].includes(this.store.ticket(ticket.id).status_cd) ? 'open' : random.pick(['trash', 'spam']) });
		else await this.write(ticket);
	}

	/** @returns a send time some minutes back for a late email or a memo of a call */
	private sometimesEarlier(): number {
		return this.random.chance(0.2) ? this.now - this.random.between(2, 60) * MINUTE : this.now;
	}

	private change(labels: number[]): TicketPatch {
		const { random } = this;
		return random.pick<() => TicketPatch>([
			() => ({ status_cd: random.pick(['open', 'ongoing', 'closed', 'closed', 'unwanted']) }),
			() => ({ status_cd: 'closed', label_ids: [random.pick(labels)] }),
			() => ({ label_ids: labels.filter(() => random.chance(0.5)) }),
			() => ({ assignee: random.pick(USERS) }),
			() => ({ color_cd: random.pick(['red', 'blue', null]) }),
			() => ({ title: `Title ${++this.count}` }),
		])();
	}

	private createTicket(inbox: number, at?: number): void {
		const { random } = this;
		const begin = random.pick<MessageInput>([{}, {}, {}, { method_cd: 'record', action_cd: 'received' }, { action_cd: 'sent' }, { action_cd: 'draft' }]);
		const input: TicketInput = { message_box_id: inbox, label_ids: this.labelsOf(inbox).filter(() => random.chance(0.3)), assignee: random.pick(USERS), status_cd: random.pick(['open', 'open', 'open', 'ongoing', 'spam']) };
		const times = at === undefined ? { sent_at: this.sometimesEarlier() } : {};
		const { ticket_id } = this.store.createTicket({ ...input, ...(at !== undefined && { created_at: at }), messages: [{ ...begin, ...times }] });
		const ticket: LoggedTicket = { id: ticket_id, inbox, at: at ?? this.now, versions: [], messages: [], comments: [] };
		this.log.tickets.set(ticket_id, ticket);
		this.note(ticket, null, at ?? this.now);
	}

	private addMessage(ticket: LoggedTicket, input: MessageInput): void {
		this.store.addMessage(ticket.id, input);
		this.note(ticket);
	}

	private sendDraft(): void {
		const drafts = [...this.store.messages.values()].filter(({ action_cd }) => action_cd === 'draft');
		if (drafts.length === 0) return;
		const draft = this.random.pick(drafts);
		this.store.sendDraft(draft.message_id);
		this.note(this.log.tickets.get(draft.ticket.ticket_id)!);
	}

	private comment(ticket: LoggedTicket): void {
		const message = this.random.pick(ticket.messages);
		this.store.addComment(message.id, { comment: `Comment ${++this.count}`, commenter: 'user01' });
		this.note(ticket);
	}

	private edit(ticket: LoggedTicket, patch: TicketPatch): void {
		this.store.editTicket(ticket.id, patch);
		this.note(ticket);
	}

	/** A workflow updates the ticket, one of those with a trigger or another one. */
	private async write(ticket: LoggedTicket): Promise<void> {
		const { random } = this;
		const workflowId = random.pick([...this.log.plans.map(({ workflow }) => workflow), 'another workflow']);
		const change = random.pick<INodeParameters>([{ statusCd: random.pick(['open', 'closed']) }, { assignee: 'user02' }, { labels: { values: { mode: 'add', labelIds: [random.pick(this.labelsOf(ticket.inbox))] } } }]);
		const parameters: INodeParameters = { resource: 'ticket', operation: 'update', messageBoxId: byId(ticket.inbox), ticketId: byId(ticket.id), ...change };
		await this.service.clock.run(runNode(this.connection, parameters, { workflowId }).catch(() => []));
		this.note(ticket, workflowId);
	}

	/** Writes down what is new in a ticket. @param by the workflow that did it */
	private note(ticket: LoggedTicket, by: string | null = null, at = this.now): void {
		const shown = this.store.ticket(ticket.id);
		const values = JSON.parse(JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, shown[field]])))) as Values;
		if (JSON.stringify(ticket.versions.at(-1)?.values) !== JSON.stringify(values)) ticket.versions.push({ at, by, values });
		const { lastUpdatedMoves, lastUpdatedByComments } = this.service.simulator.readings;
		for (const message of shown.messages) {
			let known = ticket.messages.find(({ id }) => id === message.message_id);
			if (known === undefined) ticket.messages.push((known = { id: message.message_id, at, channel: message.method_cd, isAutomatic: message.title === 'Automatic reply', states: [] }));
			if (known.states.at(-1)?.state !== message.action_cd) known.states.push({ at, sentAt: message.sent_at, state: message.action_cd, isShown: ['messagesAndEdits', 'messages'].includes(lastUpdatedMoves) });
			for (const { comment, commented_at } of message.comments) {
				const text = `${comment} of ${Math.floor(commented_at / SECOND)}`;
				if (ticket.comments.some((one) => one.text === text)) continue;
				ticket.comments.push({ at, text, by, isShown: lastUpdatedByComments === 'moves' && ['messagesAndEdits', 'edits'].includes(lastUpdatedMoves) });
			}
		}
	}
}

/** @returns what happened in the history of a seed */
export async function historyOf(seed: number, minutes: number): Promise<Log> {
	const random = new Random(seed);
	const points = ['lastUpdatedMoves', 'lastUpdatedByComments', 'messageCriteria', 'searchOrder', 'timeOffset', 'timePrecision'] as const;
	const readings: Record<string, string> = Object.fromEntries(points.map((point) => [point, random.pick<string>(READINGS[point].values)])) ;
	const service = await timedService({ ...(readings as Partial<Readings>), limitPer: 'tenant', seed: { tickets: 0 } });
	for (const id of [...service.simulator.store.tickets.keys()]) service.simulator.store.removeTicket(id);
	const inboxes = [101, 102, 103].slice(0, random.between(1, 3));
	try {
		return await new History(seed, random, service, random.pick<Mode>(['process', 'process', 'durable', 'stored']), inboxes, readings).run(minutes);
	} finally {
		await service.stop();
	}
}
