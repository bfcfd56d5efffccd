import axios, { type AxiosResponse } from 'axios';
import { startSimulator, type Simulator, type SimulatorOptions } from './index';

export type Send = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<AxiosResponse>;

/**
 * Starts a simulator with a roomy rate limit for one test file.
 * @returns the simulator and a function that sends a request below `/api/v2/`; no status throws
 */
export async function startWithClient(options: SimulatorOptions = {}): Promise<{ sim: Simulator; send: Send }> {
	const sim = await startSimulator({ rateLimit: { limit: 10_000 }, ...options });
	const send: Send = async (method, path, body, headers) =>
		await axios.request({
			method,
			url: `${sim.baseUrl}/api/v2/${path}`,
			headers: { Authorization: `Bearer ${sim.token}`, ...headers },
			data: body,
			validateStatus: () => true,
			maxRedirects: 0,
		});
	return { sim, send };
}
