import { eventually, type Stage } from './stage';

/** How n8n answers for an execution that has not stopped to wait: it runs, or is not stored as a whole. */
const NOT_WAITING_YET = [409, 500];

/** A mail in which n8n asks a person. */
export interface AskingMail {
	content: string;
	/** where the mail leads to */
	links: string[];
}

/** Waits for the mail that has this text. */
export async function mailWith({ around: { mail } }: Stage, text: string): Promise<AskingMail> {
	const { content } = await eventually(`the mail with ${text}`, () => mail.mails.find((one) => one.content.includes(text)));
	return { content, links: [...content.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&')) };
}

/** The mail may be read before the execution that sent it has stopped to wait. @returns what n8n says then. @throws when it refuses the answer */
export async function answerOnceItWaits(send: () => Promise<Response>): Promise<string> {
	const response = await eventually('the execution to wait', async () => {
		const answer = await send();
		return NOT_WAITING_YET.includes(answer.status) ? undefined : answer;
	});
	const said = await response.text();
	if (!response.ok) throw new Error(`The answer was refused: ${response.status} ${said}`);
	return said;
}

/**
 * Sends a form as a browser sends it, its fields in order.
 *
 * @param headers of somebody who has logged in
 * @returns what n8n gives its page to show
 * @throws when n8n refuses it
 */
export async function sendForm(link: string, answers: string[], headers: Record<string, string> = {}): Promise<string> {
	const body = new FormData();
	for (const [place, answer] of answers.entries()) body.append(`field-${place}`, answer);
	return await answerOnceItWaits(async () => await fetch(link, { method: 'POST', headers, body }));
}

/** Waits for the mail with this text and fills in its form. @returns the mail. @throws when n8n refuses it */
export async function answerForm(stage: Stage, text: string, answers: string[]): Promise<string> {
	const { content, links } = await mailWith(stage, text);
	await sendForm(links[0]!, answers);
	return content;
}
