import { ExecuteContext } from 'n8n-core';

/** @returns what is logged while `work` runs, by level */
export async function loggedIn(work: () => Promise<unknown>): Promise<Record<'info' | 'warn', string[]>> {
	const logged = { info: [] as string[], warn: [] as string[] };
	const logger = { debug: () => {}, info: (text: string) => logged.info.push(text), warn: (text: string) => logged.warn.push(text) };
	const spy = jest.spyOn(ofAllContexts('logger'), 'logger', 'get').mockReturnValue(logger as never);
	await work().finally(() => spy.mockRestore());
	return logged;
}

/** @returns what n8n's contexts all inherit a property from */
function ofAllContexts(name: 'logger'): ExecuteContext {
	let prototype = ExecuteContext.prototype;
	while (!Object.hasOwn(prototype, name)) prototype = Object.getPrototypeOf(prototype) as ExecuteContext;
	return prototype;
}
