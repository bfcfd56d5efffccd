import axios from 'axios';

import type { Simulator } from './index';
import { startWithClient } from './testClient';

let sim: Simulator;
let now: number;

afterEach(async () => await sim.stop());

/** @returns the address that an attachment download answers */
async function address(): Promise<string> {
	now = Date.parse('2026-03-11T10:00:00Z');
	const { sim: started, send } = await startWithClient({ clock: () => now, attachmentAnswer: 'address' });
	sim = started;
	const { attachment_id } = sim.store.addAttachment(20001, { file_name: 'a.txt', content: 'text' });
	return (await send('GET', `101/messages/attachments/${attachment_id}`)).data.url;
}

const fetched = async (url: string, headers = {}) => (await axios.get(url, { headers, validateStatus: () => true })).status;

it('a file lies at its address for 30 seconds, at another host than the service', async () => {
	const url = await address();
	expect(new URL(url).host).not.toBe(new URL(sim.baseUrl).host);
	now += 29_000;
	expect(await fetched(url)).toBe(200);
	now += 1_000;
	expect(await fetched(url)).toBe(403);
	expect(sim.files.requests).toHaveLength(2);
	sim.expectNoViolations();
});

it('a token that arrives there is a violation', async () => {
	await fetched(await address(), { Authorization: 'Bearer x' });
	expect(() => sim.expectNoViolations()).toThrow('the access token was sent to the address of a file');
});
