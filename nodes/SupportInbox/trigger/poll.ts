import { type INodeExecutionData, type IPollFunctions, NodeOperationError, UserError } from 'n8n-workflow';
import { isSimplified } from '../output/simplify';
import { type TicketAddress, addressFor, withTicketUrl } from '../output/ticketUrl';
import { connect } from '../transport/connection';
import { ServiceFailure } from '../transport/errors/failure';
import { toNodeApiError } from '../transport/errors/nodeApiError';
import { nodeKey } from '../transport/order/caller';
import type { TicketEvent } from './detect/events';
import { explainTicket } from './explain/explain';
import { simplified, whole } from './items';
import { readSettings } from './properties/readSettings';
import { type RunNeeds, runOnce } from './run/run';
import { type PollFailure, isOfOneInbox, LIST_OF_INBOXES } from './run/status';
import { sampleEvents } from './sample';
import { ticketService } from './service/service';
import { SECOND } from './time';

/** How long a poll may take at most; n8n versions that set no budget give a poll up after 45 s. */
const POLL_BUDGET_MS = 36 * SECOND;
/** Time kept for the last request of a poll, which may take as long as its time-out. */
const LAST_REQUEST_MS = 10 * SECOND;

/**
 * One poll of the trigger.
 *
 * @returns what happened since the last poll, oldest first; null when nothing did
 * @throws NodeApiError, NodeOperationError
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(this);
	const connection = await connect(this);
	const address = addressFor({ connection, context: this });
	const needs = {
		key: `${this.getWorkflow().id} ${nodeKey(this.getNode())}`,
		settings,
		service: ticketService(this, connection),
		session: connection.session,
		origin: connection.origin,
		memory: () => this.getWorkflowStaticData('node'),
		budget: budgetOf(this),
		workflowId: this.getWorkflow().id,
	};
	if (settings.explain !== undefined) {
		const explained = await explainTicket(settings.explain, { ...needs, zone: this.getTimezone() }).catch((error) => failed(this, error));
		return [[{ json: withTicketUrl(address, explained) }]];
	}
	if (this.getMode() === 'manual') return asItems(this, await sampleOf(this, needs), address);
	const result = await runOnce(needs).catch((error) => failed(this, error));
	if (result === null) return null;
	const { events, report, trace } = result;
	this.logger.debug(`Support Inbox Trigger "${this.getNode().name}" has sent: ${trace || 'nothing'}`, { workflowId: this.getWorkflow().id });
	if (events.length === 0) await keepState(this);
	for (const note of report.notes) this.logger.warn(`Support Inbox Trigger "${this.getNode().name}": ${note}`, { workflowId: this.getWorkflow().id });
	for (const failure of report.tolerated) log(this, failure);
	for (const failure of report.reported) {
		log(this, failure);
		this.__emitError(nodeError(this, failure));
	}
	if (report.thrown !== null) throw nodeError(this, report.thrown);
	return asItems(this, events, address);
}

/**
 * Saves the memory. In its durable mode n8n drops the memory of the poll at activation if that poll emitted nothing. The
 * trigger would begin anew a minute later, and take what came in between for old. In other modes this does nothing.
 */
async function keepState(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.().catch((error) => {
		context.logger.warn('Support Inbox Trigger: n8n could not save what the trigger remembers; the next poll starts from the memory saved before', { error });
	});
}

async function sampleOf(context: IPollFunctions, { service, settings, session }: RunNeeds): Promise<TicketEvent[]> {
	const { events, failure } = await sampleEvents(service, settings, session).catch((error) => failed(context, error));
	if (events.length > 0) return events;
	if (failure !== undefined) throw nodeError(context, failure);
	throw new NodeOperationError(context.getNode(), 'There is no ticket to show yet', {
		description:
			'No ticket was found that fits the filters and the chosen events, such as an added label. Make one in the Support Inbox, or remove filters and values for the test. Then fetch the test event again.',
	});
}

/** @throws NodeApiError for a ServiceFailure, NodeOperationError for a UserError such as an unknown name; any other error unchanged */
function failed(context: IPollFunctions, error: unknown): never {
	if (error instanceof ServiceFailure) throw toNodeApiError(context.getNode(), error.failure, { about: [], sent: [] });
	throw error instanceof UserError ? new NodeOperationError(context.getNode(), error.message) : error;
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

function asItems(context: IPollFunctions, events: readonly TicketEvent[], address: TicketAddress | undefined): INodeExecutionData[][] | null {
	if (events.length === 0) return null;
	const shaped = isSimplified(context) ? simplified : whole;
	return [events.map((event) => ({ json: withTicketUrl(address, shaped(event)) }))];
}

function nodeError(context: IPollFunctions, { messageBoxId, meaning, error }: PollFailure) {
	const isOfList = messageBoxId === LIST_OF_INBOXES;
	const place = !isOfOneInbox({ meaning }) ? '' : isOfList ? 'List of inboxes: ' : `Inbox ${messageBoxId}: `;
	if (!(error instanceof ServiceFailure)) {
		const { message } = error as Error;
		const description = error instanceof NodeOperationError ? undefined : 'This is a fault of the node. The next poll reads the inbox anew, so nothing is lost. Please report it if it happens again.';
		return new NodeOperationError(context.getNode(), `${place}${message}`, { description });
	}
	const apiError = toNodeApiError(context.getNode(), error.failure, { about: [], sent: isOfList ? [] : ['Inbox'] });
	apiError.message = `${place}${apiError.message}`;
	return apiError;
}

function log(context: IPollFunctions, failure: PollFailure): void {
	const { message, description } = nodeError(context, failure);
	context.logger.warn(`Support Inbox Trigger: ${message}. ${description ?? ''}`, {
		workflowId: context.getWorkflow().id,
		nodeName: context.getNode().name,
	});
}
