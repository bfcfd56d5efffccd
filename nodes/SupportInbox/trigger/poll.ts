import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isSimplified } from '../output/simplify';
import { connect } from '../transport/connection';
import { toNodeApiError } from '../transport/errors/nodeApiError';
import { ServiceFailure } from '../transport/retry/failure';

import type { TicketEvent } from './detect/events';
import { NameBook } from './names';
import { pollOnce } from './pollOnce';
import { readersOf } from './reader/readers';
import { ticketService } from './reader/service';
import type { PollFailure } from './report';
import { sampleEvents } from './sample';
import type { Settings } from './settings';
import { readSettings } from './settings';
import { simplified } from './simplify';
import { SECOND } from './time';

/** n8n versions that do not say how long a poll may take give it up after 45 s. */
const POLL_BUDGET_MS = 36 * SECOND;
/** The last request of a poll may take as long as its time-out. */
const LAST_REQUEST_MS = 10 * SECOND;

/**
 * One poll of the trigger.
 *
 * @returns what happened since the last poll, oldest first; null when nothing did
 * @throws NodeApiError, NodeOperationError
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(this);
	if (this.getMode() === 'manual') return await showSample(this, settings);
	const connection = await connect(this);
	const result = await pollOnce({
		key: `${this.getWorkflow().id} ${this.getNode().id}`,
		settings,
		service: ticketService(this, connection),
		names: connection.session.of(NameBook),
		readers: readersOf(connection.session),
		origin: connection.origin,
		memory: () => this.getWorkflowStaticData('node'),
		now: () => connection.gate.clock.now(),
		budget: budgetOf(this),
		workflowId: this.getWorkflow().id,
	});
	if (result === null) return null;
	const { events, report } = result;
	if (events.length === 0) await keepState(this);
	for (const note of report.notes) this.logger.warn(`Support Inbox Trigger "${this.getNode().name}": ${note}`, { workflowId: this.getWorkflow().id });
	for (const failure of report.tolerated) log(this, failure);
	for (const failure of report.reported) {
		log(this, failure);
		this.__emitError(nodeError(this, failure));
	}
	if (report.thrown !== null) throw nodeError(this, report.thrown);
	return asItems(this, events);
}

/**
 * In its durable mode n8n forgets what the poll at the activation has learnt, unless that gave events: the trigger would
 * start anew a minute later, and what came in between would be taken for old. Elsewhere this does nothing.
 */
async function keepState(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.().catch((error) => {
		context.logger.warn('Support Inbox Trigger: n8n could not save where the trigger stands; the next poll goes on from before', { error });
	});
}

async function showSample(context: IPollFunctions, settings: Settings) {
	const connection = await connect(context);
	const service = ticketService(context, connection);
	const events = await sampleEvents(service, settings, connection.session.of(NameBook)).catch((error) => {
		if (!(error instanceof ServiceFailure)) throw error;
		throw toNodeApiError(context.getNode(), error.failure, { about: [], sent: [] });
	});
	if (events.length > 0) return asItems(context, events);
	throw new NodeOperationError(context.getNode(), 'There is no ticket to show yet', {
		description:
			'No ticket in the chosen inboxes fits the filters. Create one in the Support Inbox, or take the filters off for the test, then fetch the test event again.',
	});
}

/**
 * getPollBudgetMs exists in newer versions of n8n only.
 *
 * @returns ms after which no further request begins
 */
function budgetOf(context: Partial<IPollFunctions>): number {
	const budget = Math.min(POLL_BUDGET_MS, context.getPollBudgetMs?.() ?? POLL_BUDGET_MS);
	return Math.max(budget - LAST_REQUEST_MS, budget / 2);
}

function asItems(context: IPollFunctions, events: readonly TicketEvent[]): INodeExecutionData[][] | null {
	if (events.length === 0) return null;
	const shaped = isSimplified(context) ? simplified : (event: TicketEvent) => event as unknown as IDataObject;
	return [events.map((event) => ({ json: shaped(event) }))];
}

function nodeError(context: IPollFunctions, { messageBoxId, error }: PollFailure) {
	const { failure } = error as ServiceFailure;
	return toNodeApiError(context.getNode(), failure, { about: [`Inbox ${messageBoxId}`], sent: ['Inbox'] });
}

function log(context: IPollFunctions, failure: PollFailure): void {
	const { message, description } = nodeError(context, failure);
	context.logger.warn(`Support Inbox Trigger: ${message} (inbox ${failure.messageBoxId}). ${description ?? ''}`, {
		workflowId: context.getWorkflow().id,
		nodeName: context.getNode().name,
	});
}
