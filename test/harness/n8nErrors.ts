/**
 * Stands for n8n-workflow in the mutation tests: the pure parts load it for these names only and use none of them, and
 * loading the whole takes longer than their tests.
 */
export class UserError extends Error {}
export class OperationalError extends Error {}
export class NodeOperationError extends Error {}
