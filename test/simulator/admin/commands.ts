import type { Fault } from '../faults';
import type { Moment } from '../interludes';
import type { Simulator } from '../index';
import type { LiveTraffic } from '../liveTraffic';
import type { LabelRace, OtherProgram, OtherRequest, Spending } from '../otherProgram';
import type { RequestMatch } from '../requestMatch';
import type { TimeInput } from '../time';
import { isObject } from '../../contract/contract';
import { actOf } from './acts';
import { stateOf } from './state';

/** What the commands work on. */
export interface Scene {
	simulator: Simulator;
	live: LiveTraffic;
	/** the one other program of the admin API */
	other: OtherProgram;
}

type Body = Record<string, unknown>;

/** The commands of the admin API, by method and name; see admin.ts for what they take. Their input is not checked. */
export const COMMANDS: Record<string, (scene: Scene, body: Body) => unknown> = {
	'GET state': ({ simulator }) => stateOf(simulator),
	'GET requests': ({ simulator }) => simulator.requests,
	'POST act': ({ simulator }, body) => actOf(simulator.store, body)() ?? null,
	'POST schedule': ({ simulator: { schedule, store } }, { at, ...body }) =>
		schedule.at(at as TimeInput, actOf(store, body)),
	'POST clock': ({ simulator }, { stepMs }) => simulator.clock.step(Number(stepMs)),
	'POST faults': ({ simulator }, body) => simulator.faults.add(faultOf(body)),
	'DELETE faults': ({ simulator }) => simulator.faults.clear(),
	'GET other': ({ other }) => ({ statuses: other.statuses(), requests: other.requests }),
	'POST other': ({ other }, body) => order(other, body),
	'DELETE plans': ({ simulator: { schedule, interludes } }) => {
		schedule.clear();
		interludes.clear();
	},
	'POST tokens': ({ simulator: { tokens } }, { add, revoke }) => {
		if (add !== undefined) tokens.add(String(add));
		if (revoke !== undefined) tokens.revoke(String(revoke));
	},
	'POST rate-limit': ({ simulator }, body) => simulator.setRateLimit(body),
	'GET readings': ({ simulator }) => simulator.readings,
	'POST readings': async ({ simulator }, body) => await simulator.setReadings(body),
	'POST consume-quota': ({ simulator }, { count }) => simulator.consumeQuota(Number(count)),
	'POST live': ({ live }, { intervalMs }) => live.run(Number(intervalMs)),
	'POST reset-requests': ({ simulator }) => {
		simulator.clearRequests();
		simulator.violations.length = 0;
	},
};

/** What a script may order from the other program, one thing at a time. */
interface OtherOrder {
	send?: OtherRequest;
	spend?: Spending[];
	spendEvery?: Parameters<OtherProgram['spendEvery']>[0];
	around?: { moment: Moment; when: Body; request: OtherRequest };
	raceForLabel?: Omit<LabelRace, 'readAfter' | 'writeAfter'> & { readAfter: Body; writeAfter: Body };
}

function order(other: OtherProgram, { send, spend, spendEvery, around, raceForLabel }: OtherOrder): unknown {
	if (send) return other.send(send);
	if (spend) return other.spend(spend);
	if (spendEvery) return other.spendEvery(spendEvery);
	if (around) return other.sendAround(around.moment, matchOf(around.when), around.request);
	if (raceForLabel) {
		const { readAfter, writeAfter, ...race } = raceForLabel;
		return other.raceForLabel({ ...race, readAfter: matchOf(readAfter), writeAfter: matchOf(writeAfter) });
	}
	throw new Error('Nothing to do for the other program');
}

function faultOf(body: Body): Fault {
	return { ...body, when: isObject(body.when) ? matchOf(body.when) : undefined } as Fault;
}

/** JSON has no patterns: a path is the text of one. */
function matchOf(when: Body): RequestMatch {
	const path = typeof when.path === 'string' ? { path: new RegExp(when.path) } : {};
	return { ...when, ...path };
}
