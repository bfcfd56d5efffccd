import { type INode, NodeApiError } from 'n8n-workflow';
import type { Failure, RequestFields, ServiceFailure } from './failure';
import { entryOf } from './table';

type WriteOutcome = Pick<ServiceFailure, 'outcomeUnknown' | 'reconciliationResult'>;

/**
 * Makes an error that says what happened, which field it concerns and what to do next (API document, Errors).
 * It is built from the failure alone, because the error of the HTTP client carries the token.
 *
 * @param outcome whether the service may have done what was asked, and what reconciliation found out
 * @returns n8n's own error for a failed request, with `failure` set where n8n can wait for the limit
 */
export function toNodeApiError(
	node: INode,
	failure: Failure,
	asked: RequestFields,
	outcome: WriteOutcome = { outcomeUnknown: false },
): NodeApiError {
	const { message, description } = entryOf(failure).text(failure, asked, outcome.outcomeUnknown);
	const error = new NodeApiError(node, { message }, { httpCode: httpCodeOf(failure), itemIndex: asked.itemIndex });
	// n8n replaces messages that contain one of its code words, so set ours again.
	error.message = message;
	error.description = [description, hintOf(failure), ...unknownOutcomeText(outcome)].filter((sentence) => sentence !== '').join(' ');
	error.messages = [];
	if (failure.kind === 'rateLimit') {
		// Without `failure`, n8n treats a 403 in a poll as wrong credentials and waits half an hour.
		error.failure = { cause: 'rate-limited', resetsAtEpochMs: failure.opensAt };
	}
	return error;
}

/** The user has to know that running the node again may repeat the write, and how to see whether it was done. */
function unknownOutcomeText({ outcomeUnknown, reconciliationResult }: WriteOutcome): string[] {
	if (!outcomeUnknown) return [];
	const { checked, how } = reconciliationResult ?? { checked: '', how: 'Look in the Support Inbox before you run this again.' };
	return ['The service may have done it nevertheless.', checked, how];
}

function hintOf(failure: Failure): string {
	return (failure.kind === 'status' && failure.hint) || '';
}

function httpCodeOf(failure: Failure): string | undefined {
	if (failure.kind === 'rateLimit') return '403';
	return 'status' in failure ? String(failure.status) : undefined;
}
