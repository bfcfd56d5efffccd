import { waitFor } from '../../../scripts/n8n-host/net';
import type { Stage } from './trial';

const ARRIVAL_MS = 60_000;
/** How n8n answers for an execution that has not stopped to wait: it runs, or is not stored as a whole. */
const NOT_WAITING_YET = [409, 500];

/** A mail with a link to a form of n8n. */
export interface MailedForm {
	/** the mail */
	content: string;
	/** where the form is, and where it goes */
	link: string;
}

/** Waits for the mail that has this text, and a link to a form. */
export async function mailedForm({ mail }: Stage, text: string): Promise<MailedForm> {
	const find = () => mail.mails.find(({ content }) => content.includes(text));
	const { content } = await waitFor('the mail with the form', find, { timeoutMs: ARRIVAL_MS });
	const [, link] = /href="([^"]+)"/.exec(content) ?? [];
	if (!link) throw new Error(`The mail has no link: ${content}`);
	return { content, link: link.replaceAll('&amp;', '&') };
}

/** The mail may be read before the execution that sent it has stopped to wait. @returns n8n's answer once it has */
export async function answerOnceItWaits(send: () => Promise<Response>): Promise<Response> {
	const answered = async () => {
		const response = await send();
		return NOT_WAITING_YET.includes(response.status) ? undefined : response;
	};
	return await waitFor('the execution to wait', answered, { timeoutMs: ARRIVAL_MS });
}

/** @returns n8n's answer to a form that is sent as a browser sends it, its fields in order */
export async function sendForm(link: string, answers: string[]): Promise<Response> {
	const body = new FormData();
	for (const [place, answer] of answers.entries()) body.append(`field-${place}`, answer);
	return await answerOnceItWaits(async () => await fetch(link, { method: 'POST', body }));
}

/** Waits for the mail and fills in its form. @returns the mail. @throws when n8n refuses it */
export async function answerForm(stage: Stage, text: string, answers: string[]): Promise<string> {
	const { content, link } = await mailedForm(stage, text);
	const response = await sendForm(link, answers);
	if (!response.ok) throw new Error(`The answer was refused: ${response.status} ${await response.text()}`);
	return content;
}
