/**
 * npm run probe -- --base-url https://your-company.example.com [--inbox 101]
 *
 * Asks the real service what its API document leaves open. The access token is taken from SUPPORT_INBOX_TOKEN. It reads
 * only, sends at most 30 requests, and its report holds no customer's data.
 */
import { parseArgs } from 'node:util';
import { report } from './probe/report';
import { exitWith } from './run';

const USAGE = `npm run probe -- --base-url https://your-company.example.com [--inbox 101]
The access token is taken from SUPPORT_INBOX_TOKEN. With SUPPORT_INBOX_SECOND_TOKEN, another token of the same tenant,
the probe also says whose requests the rate limit counts. It reads only, and sends at most 30 requests.`;

async function probe(): Promise<number> {
	const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, inbox: { type: 'string' } } });
	const { SUPPORT_INBOX_TOKEN: token, SUPPORT_INBOX_SECOND_TOKEN: secondToken } = process.env;
	const baseUrl = values['base-url'];
	if (!baseUrl || !token) {
		console.error(USAGE);
		return 2;
	}
	const inbox = values.inbox === undefined ? undefined : Number(values.inbox);
	console.log((await report({ baseUrl, token, log: console.error }, { inbox, secondToken })).join('\n'));
	return 0;
}

exitWith(probe);
