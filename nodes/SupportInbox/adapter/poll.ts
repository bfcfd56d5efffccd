import type { IPollFunctions } from 'n8n-workflow';

/**
 * Saves what a poll without items has learned. In its durable mode n8n does so itself, but not for the poll at the activation: what that
 * poll has read would be forgotten, and what came until the next one would count as old. Outside of durable mode this does nothing.
 *
 * n8n's types say that a node never calls this function, so the node goes on where it fails.
 */
export async function commitCursor(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.().catch((error) => {
		const what = 'n8n could not save what the trigger remembers; the next poll starts from the memory saved before';
		context.logger.warn(`Support Inbox Trigger: ${what}`, { error });
	});
}

/** @returns ms that n8n gives to a poll; undefined in versions of n8n that do not say */
export function pollBudgetOf(context: Partial<IPollFunctions>): number | undefined {
	return context.getPollBudgetMs?.();
}
