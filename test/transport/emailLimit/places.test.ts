/** How the places of emails are counted, without a service. */
import { type Email, type EmailLimits, EmailPlaces, recipientsIn } from '../../../nodes/SupportInbox/transport/emailLimit/places';

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
	const places = new EmailPlaces();
	const usedBy = (name: string, now: number) => places.take([to(name)], perDay(1), now).map(({ used }) => used);
	for (let at = 0; at < 100_000; at++) places.left(to(`p${at}@ex.jp`), at);
	expect(usedBy('p0@ex.jp', 100_000)).toEqual([1]);
	places.left(to('new@ex.jp'), 100_000);
	expect(usedBy('p0@ex.jp', 100_000)).toEqual([]);
	expect(usedBy('p1@ex.jp', 100_000)).toEqual([1]);
	expect(usedBy('p1@ex.jp', DAY + 1)).toEqual([]);
});

it('what has a place keeps it, whatever others take meanwhile', () => {
	const places = new EmailPlaces();
	const [mine, others] = [to(''), to('a@ex.jp', 'b@ex.jp')];
	expect(places.take([mine], perHour(1), 0)).toEqual([]);
	expect(places.depart(others, others.recipients, perHour(Infinity), 0)).toEqual([]);
	expect(places.depart(mine, ['anna@ex.jp'], perHour(1), 0)).toEqual([]);
	expect(places.depart(mine, ['anna@ex.jp', 'cc@ex.jp'], perHour(3), 0)).toMatchObject([{ used: 2, asked: 2 }]);
	expect(places.take([to('c@ex.jp')], perHour(3), 0)).toEqual([]);
});

it('opens when as many places are free as are asked for, and never later than for the whole limit', () => {
	const places = new EmailPlaces();
	for (const at of [1, 2, 3]) places.left(to(`p${at}@ex.jp`), at);
	expect(places.take([to('x@ex.jp')], perHour(3), 10)).toMatchObject([{ opensAt: 1 + HOUR }]);
	expect(places.take([to('p1@ex.jp')], { perHour: 3, perRecipientAndDay: 1 }, 10)).toMatchObject([{ opensAt: 1 + DAY, recipient: 'p1@ex.jp' }, { opensAt: 1 + HOUR }]);
	expect(places.take([to('x@ex.jp', 'y@ex.jp')], perHour(3), 10)).toMatchObject([{ opensAt: 2 + HOUR }]);
	expect(places.take([to(...'abcdefgh')], perHour(3), 10)).toMatchObject([{ opensAt: 3 + HOUR, asked: 8 }]);
	expect(places.take([to(...'abcd')], perHour(3), 10 + HOUR)).toMatchObject([{ opensAt: 10 + HOUR, used: 0 }]);
});
