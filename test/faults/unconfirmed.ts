import type { Fault } from '../simulator';

import { ROWS, semanticsOf, type Row } from './run';

/** An answer that does not confirm what was asked, whatever its status. */
export interface Unconfirmed {
	name: string;
	fault: () => Omit<Fault, 'when'>;
	/** The request took effect nevertheless. */
	took: boolean;
	/** What the user reads where the operation fails. */
	says: RegExp;
	/** operations that can meet it; default all */
	meets?: (row: Row) => boolean;
}

const LATE = /did not answer in time/;
const NOT_IT = /something other than|did not confirm/;
const CUT = /could not be reached|The connection broke|something other than|did not confirm|broke off/;
const GATEWAY = /50[24]/;

const promisesNothing = ({ operation }: Row) => operation.answer.shape === 'nothing';
const promisesSomething = (row: Row) => !promisesNothing(row);
const isNoFile = ({ operation }: Row) => operation.answer.shape !== 'file';
const givesIds = (row: Row) => semanticsOf(row.operation) === 'nonIdempotent' && promisesSomething(row);

const queued = { message: 'queued' };
const ids = ROWS.filter(givesIds).flatMap(({ operation }) => Object.keys(operation.answer.fields));

/** Each hits the operation's own request once. */
export const UNCONFIRMED: Unconfirmed[] = [
	{ name: 'foreign JSON, nothing done', fault: () => ({ kind: 'foreignBody' }), took: false, says: NOT_IT, meets: promisesSomething },
	{ name: 'foreign JSON, done', fault: () => ({ kind: 'foreignBody', afterEffect: true }), took: true, says: NOT_IT, meets: promisesSomething },
	{ name: 'an empty object, nothing done', fault: () => ({ kind: 'foreignBody', body: {} }), took: false, says: NOT_IT, meets: promisesSomething },
	{ name: 'an empty list, nothing done', fault: () => ({ kind: 'foreignBody', body: [] }), took: false, says: NOT_IT, meets: promisesNothing },
	{ name: '200 without a body, nothing done', fault: () => ({ kind: 'emptyBody', afterEffect: false }), took: false, says: NOT_IT, meets: promisesSomething },
	{ name: '202, nothing done', fault: () => ({ kind: 'foreignBody', status: 202, body: queued }), took: false, says: NOT_IT, meets: promisesSomething },
	{ name: 'a login page, done', fault: () => ({ kind: 'html', afterEffect: true }), took: true, says: NOT_IT },
	{ name: 'plain text, nothing done', fault: () => ({ kind: 'foreignBody', body: 'OK', headers: { 'Content-Type': 'text/plain' } }), took: false, says: NOT_IT },
	{ name: 'another shape, done', fault: () => ({ kind: 'wrongShape' }), took: true, says: NOT_IT },
	{ name: '204 instead of an answer, done', fault: () => ({ kind: 'emptyBody', status: 204 }), took: true, says: NOT_IT, meets: promisesSomething },
	{ name: 'an answer without ids, done', fault: () => ({ kind: 'partial', omit: ids }), took: true, says: NOT_IT, meets: givesIds },
	{ name: 'an answer that breaks off, done', fault: () => ({ kind: 'breakOff' }), took: true, says: CUT },
	{ name: 'an answer that stands still, done', fault: () => ({ kind: 'stall' }), took: true, says: LATE, meets: isNoFile },
	{ name: 'a body that never ends, done', fault: () => ({ kind: 'drip', everyMs: 1 }), took: true, says: LATE, meets: (row) => promisesSomething(row) && isNoFile(row) },
	{ name: 'a head that never ends, done', fault: () => ({ kind: 'drip', everyMs: 40, fromHead: true }), took: true, says: LATE, meets: isNoFile },
	{ name: 'a gateway\'s 502, nothing done', fault: () => ({ kind: 'gateway' }), took: false, says: GATEWAY },
	{ name: 'a gateway\'s 502, done', fault: () => ({ kind: 'gateway', afterEffect: true }), took: true, says: GATEWAY },
	{ name: 'a gateway\'s 504, done', fault: () => ({ kind: 'gateway', status: 504, afterEffect: true }), took: true, says: GATEWAY },
];
