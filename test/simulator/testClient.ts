import axios, { type AxiosResponse } from 'axios';
import { startSimulator, type Simulator, type SimulatorOptions } from './index';

export type Send = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<AxiosResponse>;

/** Bodies with all fields that the service needs. */
export const MEMO = { subject: 'Call', body: 'x', operated_at: '2026-03-01T00:00:00Z', duration: 0 };
export const MAIL = { status_cd: 'open', mail_account_id: 401, to: 'a@b.example', subject: 'Hi', body: 'x', is_html: false };

/** @returns a function that sends a request below `/api/v2/`; no status throws */
export function sendTo({ baseUrl, token }: Simulator): Send {
	return async (method, path, body, headers) =>
		await axios.request({
			method,
			url: `${baseUrl}/api/v2/${path}`,
			headers: { Authorization: `Bearer ${token}`, ...headers },
			data: body,
			validateStatus: () => true,
			maxRedirects: 0,
		});
}

/** Starts a simulator with a high rate limit for one test. @returns it, and what sends to it */
export async function startWithClient(options: SimulatorOptions = {}): Promise<{ sim: Simulator; send: Send }> {
	const sim = await startSimulator({ rateLimit: { limit: 10_000 }, ...options });
	return { sim, send: sendTo(sim) };
}
