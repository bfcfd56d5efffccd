import { fold } from '../../fields/fold';
import { type ServiceTime, millisOf } from '../../store/time';
import { type AnyMessage, isAnswer, isMemo, sentAt } from '../metrics/waiting';
import { newText } from '../text/newText';

export const DRAFT_TITLE = 'Draft';

/** Letters of scripts that write no blanks between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー々`;
const PART = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}\\P{L}]+|\\p{N}+`, 'gu');

/**
 * How much people change the drafts of a ticket. A draft is a memo with the title; of each reply, the newest one counts that was created
 * after the reply before.
 *
 * @param messages with times that can be read
 * @param asOf when they were read
 * @returns how many replies had a draft, how many of these were sent as it was, and the mean similarity of the two; null without any
 */
export function draftFigures(
	messages: readonly AnyMessage[],
	asOf: ServiceTime,
	title = DRAFT_TITLE,
): { draft_count: number; drafts_sent_unchanged: number; draft_similarity: number | null } {
	const drafts = messages.filter((message) => isMemo(message) && fold(String(message.title ?? '')) === fold(title));
	const events = [
		...drafts.map((message) => ({ at: millisOf(message.created_at, sentAt(message, asOf)), draft: message })),
		...(drafts.length === 0 ? [] : messages.filter(isAnswer)).map((message) => ({ at: sentAt(message, asOf), reply: message })),
	].sort((one, other) => one.at - other.at);
	const similarities: number[] = [];
	let draft: AnyMessage | undefined;
	for (const event of events) {
		if ('reply' in event && draft !== undefined) similarities.push(similarity(newText(draft), newText(event.reply)));
		draft = 'draft' in event ? event.draft : undefined;
	}
	const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length;
	return {
		draft_count: similarities.length,
		drafts_sent_unchanged: similarities.filter((one) => one === 1).length,
		draft_similarity: similarities.length === 0 ? null : Math.round(mean * 100) / 100,
	};
}

/**
 * The share of words, and of pairs of letters where no blanks are written, that two texts have in common, whatever their order. Linear.
 *
 * @returns 0 to 1; 1 only for texts that look the same
 */
export function similarity(one: string, other: string): number {
	if (fold(one) === fold(other)) return 1;
	const [left, right] = [partsOf(one), partsOf(other)];
	const counts = new Map<string, number>();
	for (const part of left) counts.set(part, (counts.get(part) ?? 0) + 1);
	let common = 0;
	for (const part of right) {
		const count = counts.get(part) ?? 0;
		if (count > 0) common += 1;
		counts.set(part, count - 1);
	}
	// Other punctuation, or another order, is a change too.
	return Math.min(0.99, (2 * common) / Math.max(1, left.length + right.length));
}

function partsOf(text: string): string[] {
	const isUnspaced = new RegExp(`^[${UNSPACED}]`, 'u');
	return (fold(text).match(PART) ?? []).flatMap((part) => {
		const letters = isUnspaced.test(part) ? [...part] : [];
		return letters.length > 1 ? letters.slice(1).map((letter, index) => letters[index] + letter) : [part];
	});
}
