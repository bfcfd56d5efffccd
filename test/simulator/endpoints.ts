import { OPERATIONS } from '../contract/contract';
import { handlers } from './resources';

/** @returns whether the simulator has the endpoint; `{name}` in the path, which begins with `/api/v2/`, stands for any value */
export function hasEndpoint(method: string, path: string): boolean {
	const asked = path.split('/').slice(3);
	const fits = (segments: string[]) =>
		segments.length === asked.length && segments.every((one, place) => one === asked[place] || asked[place].startsWith('{'));
	return OPERATIONS.some((one) => one.id in handlers && one.method === method && fits(one.segments));
}
