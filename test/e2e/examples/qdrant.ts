import type { LocalServer } from '../../../scripts/n8n-host/net';
import { standIn } from '../standIn';

/** A part of a text, as n8n's vector store node writes it. */
interface Point {
	id: string;
	vector: number[];
	payload: { content: string; metadata: Record<string, string> };
}

/** A condition on metadata (Qdrant, Filtering): one value, or any of several. */
interface Condition {
	key: string;
	match: { value?: string; any?: string[] };
}

interface Filter {
	must?: Condition[];
	must_not?: Condition[];
}

export interface Qdrant extends LocalServer {
	/** the parts in the store, by the name of their collection */
	collections: Map<string, Point[]>;
}

/** Stands in for a Qdrant: collections, points that are added, and points that are removed by a filter. */
export async function startQdrant(): Promise<Qdrant> {
	const collections = new Map<string, Point[]>();
	const answer = (method: string, path: string, body: unknown): unknown => {
		const [, , name = '', ...rest] = path.split('/');
		if (name === '') return { collections: [...collections.keys()].map((one) => ({ name: one })) };
		if (method === 'PUT' && rest.length === 0) return collections.set(name, []) && true;
		const points = collections.get(name);
		if (points === undefined) return undefined;
		if (method === 'PUT') points.push(...(body as { points: Point[] }).points);
		else collections.set(name, points.filter((point) => !fits(point, (body as { filter: Filter }).filter)));
		return { status: 'completed' };
	};
	const server = await standIn(({ what, text }) => {
		const [method = '', path = ''] = what.split(' ');
		const result = answer(method, path, JSON.parse(text || '{}'));
		return result === undefined ? undefined : { body: { status: 'ok', time: 0, result } };
	});
	return { ...server, collections };
}

function fits({ payload }: Point, { must = [], must_not = [] }: Filter): boolean {
	const meets = ({ key, match }: Condition) => {
		const value = payload.metadata[key.replace('metadata.', '')] ?? '';
		return value === match.value || match.any?.includes(value) === true;
	};
	return must.every(meets) && !must_not.some(meets);
}
