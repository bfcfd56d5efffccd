import type { LocalServer } from '../../../scripts/n8n-host/net';
import { standIn, type Asked, type Reply } from '../standIn';

export const CHATWORK_TOKEN = 'chatwork-stand-in';
const TEAMS_PATH = '/workflows/0a1b/triggers/manual/paths/invoke';
const CHATWORK_PATH = '/v2/rooms/1001/messages';
const LINE_WORKS_PATH = '/message/6f1d';
const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';

/** Something that was posted, as the vendor got it. */
export type Posted = Record<string, unknown>;

export interface TeamChatServer extends LocalServer {
	/** What a user puts into the node, and what arrived there, in order. */
	teams: { url: string; cards: Posted[] };
	chatwork: { url: string; messages: Posted[] };
	lineWorks: { url: string; messages: Posted[] };
	/** Answers the next request with this status, whatever it asks. */
	refuseNext(status: number): void;
}

/**
 * Stands in for three chats: the webhook of Teams' Workflows, the API of Chatwork (v2), and the incoming webhook of LINE WORKS.
 * Each refuses what the vendor does not document.
 */
export async function startTeamChat(): Promise<TeamChatServer> {
	const [cards, messages, notices]: Posted[][] = [[], [], []];
	let refusal: number | undefined;
	const endpoints: Record<string, (asked: Asked) => Reply> = {
		[`POST ${TEAMS_PATH}`]: (asked) => {
			if (asked.query.get('sig') !== 'secret') return { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } };
			const card = cardOf(jsonOf(asked));
			if (card === undefined) return { status: 400, body: { error: { code: 'InvalidRequestContent' } } };
			cards!.push(card);
			return { status: 202 };
		},
		[`POST ${CHATWORK_PATH}`]: ({ headers, text }) => {
			if (headers['x-chatworktoken'] !== CHATWORK_TOKEN) return { status: 401, body: { errors: ['Invalid API token'] } };
			const sent = Object.fromEntries(new URLSearchParams(text));
			const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
			const isKnown = Object.keys(sent).every((name) => ['body', 'self_unread'].includes(name)) && /^[01]$/.test(sent.self_unread ?? '0');
			if (!isForm || !sent.body || !isKnown) return { status: 400, body: { errors: ['Invalid parameter'] } };
			messages!.push(sent);
			return { body: { message_id: String(messages!.length) } };
		},
		[`POST ${LINE_WORKS_PATH}`]: (asked) => {
			const notice = noticeOf(jsonOf(asked));
			if (notice === undefined) return { status: 400, body: { code: 400, description: 'missing parameter' } };
			notices!.push(notice);
			return { body: { code: 200, description: 'success' } };
		},
	};
	const server = await standIn((asked) => {
		const status = refusal;
		refusal = undefined;
		return status === undefined ? endpoints[asked.what]?.(asked) : { status };
	});
	return {
		...server,
		teams: { url: `${server.url}${TEAMS_PATH}?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=secret`, cards: cards! },
		chatwork: { url: `${server.url}${CHATWORK_PATH}`, messages: messages! },
		lineWorks: { url: `${server.url}${LINE_WORKS_PATH}`, messages: notices! },
		refuseNext: (status) => void (refusal = status),
	};
}

/** @returns what was sent as JSON; nothing of anything else */
function jsonOf({ headers, text }: Asked): Posted {
	return headers['content-type']?.startsWith('application/json') ? (JSON.parse(text) as Posted) : {};
}

/** @returns the card of a message; undefined where Teams could not show it */
function cardOf({ type, attachments, ...others }: Posted): Posted | undefined {
	const [attachment, ...further] = (attachments ?? []) as Posted[];
	const card = attachment?.content as Posted | undefined;
	if (type !== 'message' || further.length || Object.keys(others).length) return undefined;
	if (attachment?.contentType !== ADAPTIVE_CARD || card?.type !== 'AdaptiveCard' || Number(card.version) > 1.5) return undefined;
	const runs = ((card.body ?? []) as Posted[]).flatMap((block) => (block.type === 'RichTextBlock' ? (block.inlines as Posted[]) : [block]));
	// Only the text of a run is shown as it is: a TextBlock would read it as Markdown.
	const areTexts = runs.every((run) => run.type === 'TextRun' && typeof run.text === 'string' && run.text !== '');
	return runs.length && areTexts ? card : undefined;
}

/** @returns what a notice of LINE WORKS shows; undefined where something is missing or unknown */
function noticeOf(sent: Posted): Posted | undefined {
	const { title, body, button, ...others } = sent;
	const content = body as Posted | undefined;
	const { label, url } = (button ?? { label: '-', url: 'https://' }) as Posted;
	const isKnown = Object.keys(others).length === 0 && Object.keys(content ?? {}).join() === 'text';
	const isWhole = typeof title === 'string' && title !== '' && typeof content?.text === 'string' && content.text !== '';
	return isKnown && isWhole && typeof label === 'string' && String(url).startsWith('https://') ? sent : undefined;
}
