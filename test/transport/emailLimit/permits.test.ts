/** How the places of emails are counted, without a service. */
import { type Email, type EmailLimits, EmailPermits, recipientsIn } from '../../../nodes/SupportInbox/transport/emailLimit/permits';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const perDay = (limit: number): EmailLimits => ({ perHour: Infinity, perRecipientAndDay: limit });
const perHour = (limit: number): EmailLimits => ({ perHour: limit, perRecipientAndDay: Infinity });
const to = (...recipients: string[]): Email => ({ recipients });

it.each<[object, string[]]>([
	[{ to: 'Anna <ANNA+shop@ex.jp>', cc: 'anna+shop@ex.jp', bcc: 'ben@ex.jp' }, ['anna@ex.jp', 'ben@ex.jp']],
	[{ to: 'anna+1@ex.jp, anna+2@ex.jp' }, ['anna@ex.jp', 'anna@ex.jp']],
	[{ cc: '' }, ['']],
])('%j has the recipients %j', (body, recipients) => {
	expect(recipientsIn({ ...body })).toEqual(recipients);
});

it('keeps the recipients of 24 hours, and not more than 100,000', () => {
	const permits = new EmailPermits();
	const usedBy = (name: string, now: number) => permits.acquire([to(name)], perDay(1), now).map(({ used }) => used);
	for (let at = 0; at < 100_000; at++) permits.recordSent(to(`p${at}@ex.jp`), at);
	expect(usedBy('p0@ex.jp', 100_000)).toEqual([1]);
	permits.recordSent(to('new@ex.jp'), 100_000);
	expect(usedBy('p0@ex.jp', 100_000)).toEqual([]);
	expect(usedBy('p1@ex.jp', 100_000)).toEqual([1]);
	expect(usedBy('p1@ex.jp', DAY + 1)).toEqual([]);
});

it('what has a place keeps it, whatever others take meanwhile', () => {
	const permits = new EmailPermits();
	const [mine, others] = [to(''), to('a@ex.jp', 'b@ex.jp')];
	expect(permits.acquire([mine], perHour(1), 0)).toEqual([]);
	expect(permits.startSending(others, others.recipients, perHour(Infinity), 0)).toEqual([]);
	expect(permits.startSending(mine, ['anna@ex.jp'], perHour(1), 0)).toEqual([]);
	expect(permits.startSending(mine, ['anna@ex.jp', 'cc@ex.jp'], perHour(3), 0)).toMatchObject([{ used: 2, asked: 2 }]);
	expect(permits.acquire([to('c@ex.jp')], perHour(3), 0)).toEqual([]);
});

it('opens when as many places are free as are asked for, and never later than for the whole limit', () => {
	const permits = new EmailPermits();
	for (const at of [1, 2, 3]) permits.recordSent(to(`p${at}@ex.jp`), at);
	expect(permits.acquire([to('x@ex.jp')], perHour(3), 10)).toMatchObject([{ opensAt: 1 + HOUR }]);
	expect(permits.acquire([to('p1@ex.jp')], { perHour: 3, perRecipientAndDay: 1 }, 10)).toMatchObject([{ opensAt: 1 + DAY, recipient: 'p1@ex.jp' }, { opensAt: 1 + HOUR }]);
	expect(permits.acquire([to('x@ex.jp', 'y@ex.jp')], perHour(3), 10)).toMatchObject([{ opensAt: 2 + HOUR }]);
	expect(permits.acquire([to(...'abcdefgh')], perHour(3), 10)).toMatchObject([{ opensAt: 3 + HOUR, asked: 8 }]);
	expect(permits.acquire([to(...'abcd')], perHour(3), 10 + HOUR)).toMatchObject([{ opensAt: 10 + HOUR, used: 0 }]);
});
