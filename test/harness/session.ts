import type { IExecuteFunctions } from 'n8n-workflow';
import { connect } from '../../nodes/SupportInbox/transport/connection';
import { Dispatcher } from '../../nodes/SupportInbox/transport/dispatcher';
import { Session } from '../../nodes/SupportInbox/transport/session';
import type { Simulator } from '../simulator';

/** @returns what a new process knows of a token, with a clock of its own (ms) */
export function sessionAt(now: () => number): Session {
	return new Session(new Dispatcher({ now, wallTime: (at) => at, sleep: async () => await Promise.resolve(), random: () => 0.5 }));
}

/** @returns what this process knows of the token that the nodes have in tests */
export async function sessionOfRun({ baseUrl, token }: Pick<Simulator, 'baseUrl' | 'token'>): Promise<Session> {
	const credential = { getCredentials: async () => ({ baseUrl, accessToken: token }) };
	return (await connect(credential as unknown as IExecuteFunctions)).session;
}
