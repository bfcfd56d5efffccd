/** n8n's scheduler, which loads the last saved memory for each poll (docs/operations/capacity.md, Durable polling). */
export const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** Its durable mode: it keeps the memory with the execution, and holds back from a service that refuses. */
export const DURABLE = { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
