/**
 * What the world may do to the trigger. Off is what the code of `main` cannot do yet: issue 11 lists it. A switch goes
 * when the code can.
 */
export const ABILITIES = {
	/** a sweep takes hardly more than the table of docs/trigger.md, over crowds and beside tickets that it reads (defect 7) */
	promptSweeps: false,
};
