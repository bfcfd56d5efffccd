import { SECOND } from '../time';

/** Send times of which every ticket is known (s); `openAt`: when its end was the present (ms of the steady clock). */
interface Stretch {
	from: number;
	until: number;
	openAt: number;
}

/** The send times of an inbox of which every ticket is known, without overlaps. */
export class Stretches {
	private all: Stretch[] = [];

	/** @param from ms of the service's clock. @returns the stretch that holds it */
	at(from: number): Stretch | undefined {
		const second = Math.floor(from / SECOND);
		return this.all.find((stretch) => stretch.from <= second && second <= stretch.until);
	}

	/** Adds send times that were read; stretches that touch become one. */
	note(stretch: Stretch): void {
		const touches = (other: Stretch) => other.from <= stretch.until && stretch.from <= other.until;
		const parts = [stretch, ...this.all.filter(touches)];
		const until = Math.max(...parts.map((each) => each.until));
		const openAt = Math.max(...parts.filter((each) => each.until === until).map((each) => each.openAt));
		this.all = [...this.all.filter((other) => !touches(other)), { from: Math.min(...parts.map((each) => each.from)), until, openAt }];
	}

	clear(): void {
		this.all = [];
	}
}
