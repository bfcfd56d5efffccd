import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** An execution as n8n's interface returns it: the data in the `flatted` form, which keeps repeated values once. */
export interface StoredExecution {
	id: string;
	status: string;
	mode: string;
	startedAt: string;
	stoppedAt: string | null;
	data: string;
}

/** An execution that has ended. */
export interface Execution extends Omit<StoredExecution, 'data'> {
	data: IRunExecutionData;
}

/** @returns the execution with its data readable */
export function decodeExecution(stored: StoredExecution): Execution {
	return { ...stored, data: parse(stored.data) as IRunExecutionData };
}

/** @returns the items that a node put out at `output` in its last run; none when it did not run */
export function outputItems({ data }: Execution, node: string, output = 0): INodeExecutionData[] {
	return data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
}

/** @returns the JSON of `outputItems` */
export function outputJson(execution: Execution, node: string, output = 0): IDataObject[] {
	return outputItems(execution, node, output).map(({ json }) => json);
}

/** @returns what went wrong, as the user reads it: message and description; undefined when nothing did */
export function failureText({ data }: Execution): string | undefined {
	const error = data.resultData.error as { message: string; description?: string | null } | undefined;
	return error && [error.message, error.description].filter(Boolean).join(' ');
}
