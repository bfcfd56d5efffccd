import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail that arrived. */
export interface ArrivedMail {
	/** as the envelope has them */
	from: string;
	to: string[];
	/** headers and body, decoded from quoted-printable */
	content: string;
}

export interface MailServer {
	port: number;
	/** in the order of arrival */
	mails: ArrivedMail[];
	stop(): Promise<void>;
}

/** Stands in for a mail server: takes every mail by SMTP (RFC 5321), without encryption and without a login. */
export async function startMailServer(): Promise<MailServer> {
	const mails: ArrivedMail[] = [];
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy()));
		void receive(socket, (mail) => mails.push(mail));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const stop = async () => {
		for (const socket of open) socket.destroy();
		server.close();
		await once(server, 'close');
	};
	return { port: (server.address() as AddressInfo).port, mails, stop };
}

async function receive(socket: Socket, take: (mail: ArrivedMail) => void): Promise<void> {
	const answer = (line: string) => void socket.write(`${line}\r\n`);
	let envelope = { from: '', to: [] as string[] };
	let data: string[] | undefined;
	answer('220 stand-in');
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		if (data && line !== '.') {
			// A line that begins with a dot was given another one (RFC 5321, 4.5.2).
			data.push(line.replace(/^\./, ''));
		} else if (data) {
			take({ ...envelope, content: decoded(data.join('\n')) });
			[envelope, data] = [{ from: '', to: [] }, undefined];
			answer('250 taken');
		} else if (/^data$/i.test(line)) {
			data = [];
			answer('354 go on');
		} else if (/^quit$/i.test(line)) {
			answer('221 bye');
			socket.end();
		} else {
			const [, command, address] = /^(mail from|rcpt to):<([^>]*)>/i.exec(line) ?? [];
			if (command?.toLowerCase() === 'mail from') envelope.from = address ?? '';
			if (command?.toLowerCase() === 'rcpt to') envelope.to.push(address ?? '');
			answer('250 ok');
		}
	}
}

/** Quoted-printable (RFC 2045, 6.7), in which mail programs send HTML. */
function decoded(content: string): string {
	if (!/^content-transfer-encoding: quoted-printable$/im.test(content)) return content;
	const bytes = content.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
