import type * as workflow from 'n8n-workflow';

/**
 * Stands for n8n-workflow in the mutation tests: the pure parts load it for these names only, and loading the whole takes
 * longer than their tests. What parses dates is loaded when one is parsed.
 */

export const tryToParseDateTime: typeof workflow.tryToParseDateTime = (value, zone) =>
	jest.requireActual<typeof workflow>('n8n-workflow-dates').tryToParseDateTime(value, zone);

export class UserError extends Error {}
export class OperationalError extends Error {}
export class NodeOperationError extends Error {}
