/**
 * What the world may do to the trigger. Off is what the code of `main` cannot do yet: issue 11 lists it. A switch goes
 * when the code can.
 */
export const ABILITIES = {
	/** several triggers in one process, within one rate limit */
	several: true,
	/** tickets that cannot be shown for minutes or hours (defect 4) */
	unreadable: true,
	/** this machine's clock steps during a request of the first activation (defect 5) */
	earlySteps: true,
	/** the credential comes to point at another tenant with inboxes of the same ids (defect 6) */
	otherTenant: true,
	/** a sweep takes hardly more than the table of docs/trigger.md, over crowds and beside tickets that it reads (defect 7) */
	promptSweeps: false,
};
