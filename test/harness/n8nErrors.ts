import type * as workflow from 'n8n-workflow';

/**
 * Stands for n8n-workflow in the mutation tests: the pure parts load it for these names only, and loading the whole takes
 * longer than their tests. What parses dates and JSON is loaded when it is asked.
 */

export const tryToParseDateTime: typeof workflow.tryToParseDateTime = (value, zone) =>
	jest.requireActual<typeof workflow>('n8n-workflow-dates').tryToParseDateTime(value, zone);

export const jsonParse: typeof workflow.jsonParse = (text, options) => jest.requireActual<typeof workflow>('n8n-workflow-utils').jsonParse(text, options as never);

export class UserError extends Error {}
export class OperationalError extends Error {}
export class NodeOperationError extends Error {}
