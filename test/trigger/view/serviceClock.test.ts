import { SECOND } from '../../../nodes/SupportInbox/trigger/time';
import { ServiceClock } from '../../../nodes/SupportInbox/trigger/view/serviceClock';

describe("the service's clock", () => {
	it('is known the better the more answers have told it, each of which is cut to the second', () => {
		const clock = new ServiceClock();
		const answer = (at: number) => clock.noteAnswer(Math.floor(at / SECOND) * SECOND, at - 50, at + 50);
		// In truth both clocks are the same.
		answer(5_900);
		expect(clock.offset).toBe(-950);
		answer(7_000);
		expect(clock.offset).toBeCloseTo(-50, 0);
		answer(8_900);
		expect(clock.offset).toBeGreaterThan(-60);
		expect(clock.wholeSecondAt(9_500)).toBe(9_000);
	});
});
