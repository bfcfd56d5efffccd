/**
 * Stands for n8n-workflow in the mutation tests: the pure parts load it for these names only, and loading the whole takes
 * longer than their tests. What parses dates is loaded when one is parsed.
 */
type N8nWorkflow = typeof import('n8n-workflow');

export const tryToParseDateTime: N8nWorkflow['tryToParseDateTime'] = (value, zone) =>
	jest.requireActual<N8nWorkflow>('n8n-workflow-dates').tryToParseDateTime(value, zone);

export class UserError extends Error {}
export class OperationalError extends Error {}
export class NodeOperationError extends Error {}
