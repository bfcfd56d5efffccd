import type { LocalServer } from '../../scripts/n8n-host/net';
import { standIn } from './standIn';

/** What the model decides to do: call a tool, or say something, which ends the conversation. */
export type Move = { tool: string; arguments: Record<string, unknown> } | { say: string };

/** Decides from what the tools have answered so far, the oldest answer first, and from all that it was asked. */
export type Model = (answers: string[], asked: ChatRequest) => Move;

/** A request as OpenAI's chat completions take it, as far as it matters here. */
export interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description?: string; parameters: unknown } }>;
}

export interface ChatModel extends LocalServer {
	/** for the credential of the model node */
	url: string;
	/** everything that was asked, in order */
	requests: ChatRequest[];
}

/** Stands in for a language model behind OpenAI's interface: it follows a script instead of thinking. */
export async function startChatModel(model: Model): Promise<ChatModel> {
	const requests: ChatRequest[] = [];
	const { url, stop } = await standIn(({ what, text }) => {
		if (what.endsWith('/embeddings')) return { body: embeddings(JSON.parse(text)) };
		const chat = JSON.parse(text) as ChatRequest;
		requests.push(chat);
		return { body: completion(model(toolAnswers(chat), chat), requests.length) };
	});
	return { url: `${url}/v1`, requests, stop };
}

/** As few numbers as do: nobody looks for what is near. */
function embeddings({ input, encoding_format }: { input: string | string[]; encoding_format?: string }): unknown {
	const vector = new Float32Array([1, 0]);
	const embedding = encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
	const data = [input].flat().map((_text, index) => ({ object: 'embedding', index, embedding }));
	return { object: 'list', model: 'stand-in', data, usage: { prompt_tokens: 1, total_tokens: 1 } };
}

/** @returns what the tools answered in this conversation, the oldest first */
export function toolAnswers({ messages }: ChatRequest): string[] {
	const answers = messages.filter(({ role }) => role === 'tool');
	return answers.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

function completion(move: Move, number: number): unknown {
	const says = 'say' in move;
	const message = says
		? { role: 'assistant', content: move.say }
		: { role: 'assistant', content: null, tool_calls: [callOf(move, number)] };
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [{ index: 0, message, finish_reason: says ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function callOf(move: Extract<Move, { tool: string }>, number: number): unknown {
	const { tool, arguments: given } = move;
	return { id: `call-${number}`, type: 'function', function: { name: tool, arguments: JSON.stringify(given) } };
}
