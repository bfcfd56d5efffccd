import { routes } from './resources';

/** @returns whether the simulator has the endpoint; `{name}` in the path, which begins with `/api/v2/`, stands for any value */
export function hasEndpoint(method: string, path: string): boolean {
	const asked = path.split('/').slice(3);
	const isAny = (segment: string) => /^[:{]/.test(segment);
	const fits = (segments: string[]) =>
		segments.length === asked.length && segments.every((one, place) => one === asked[place] || isAny(one) || isAny(asked[place]));
	return routes.some((route) => route.method === method && fits(route.path.split('/')));
}
