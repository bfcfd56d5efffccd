/** What a server says of a tool. */
interface Tool {
	name: string;
	description: string;
	inputSchema: { properties?: Record<string, unknown>; required?: string[] };
}

interface Answer {
	result?: Record<string, unknown>;
	error?: { code: number; message: string };
}

/** An assistant's side of the Model Context Protocol, over Streamable HTTP (version 2025-03-26 of the protocol). */
export class McpClient {
	private session?: string;
	private calls = 0;

	private constructor(private readonly url: string, private readonly token: string) {}

	/** @returns a client and what the server gives the model to begin with @throws with the status when the server refuses */
	static async connect(url: string, token: string): Promise<{ client: McpClient; instructions: string }> {
		const client = new McpClient(url, token);
		const clientInfo = { name: 'assistant', version: '1.0.0' };
		const { instructions } = await client.ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
		await client.post({ method: 'notifications/initialized' });
		return { client, instructions: String(instructions) };
	}

	async tools(): Promise<Tool[]> {
		return (await this.ask('tools/list', {})).tools as Tool[];
	}

	/** @returns the text that the model gets */
	async call(name: string, given: Record<string, unknown>): Promise<string> {
		const { content } = await this.ask('tools/call', { name, arguments: given });
		return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
	}

	async close(): Promise<void> {
		await fetch(this.url, { method: 'DELETE', headers: this.headers });
	}

	private async ask(method: string, params: unknown): Promise<Record<string, unknown>> {
		const text = await this.post({ id: ++this.calls, method, params });
		// The server may answer with one message, or with a stream of events.
		const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
		const { result, error } = JSON.parse(data) as Answer;
		if (result === undefined) throw new Error(`${method}: ${error?.message ?? text}`);
		return result;
	}

	private async post(message: object): Promise<string> {
		const response = await fetch(this.url, { method: 'POST', headers: this.headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
		const text = await response.text();
		if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`);
		this.session ??= response.headers.get('mcp-session-id') ?? undefined;
		return text;
	}

	private get headers(): Record<string, string> {
		return {
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
			Authorization: `Bearer ${this.token}`,
			...(this.session !== undefined && { 'Mcp-Session-Id': this.session }),
		};
	}
}
