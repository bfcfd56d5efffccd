/** Attachment download (section "Attachment download"). */
import type { Context, Handlers } from '../context';
import { FILE_EXPIRES_IN_SEC } from '../fileHost';
import { jsonAnswer } from '../messages';
import { notFound } from '../refusal';
import type { Attachment } from '../store/types';

const NOT_ATTR_CHAR = /['()*]/g;

/** @returns `Content-Disposition` with the name in ASCII, and also by RFC 5987 if ASCII cannot express it */
function contentDisposition(fileName: string): string {
	const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '\\$&');
	const plain = `attachment; filename="${ascii}"`;
	if (/^[\x20-\x7e]*$/.test(fileName)) return plain;
	const encoded = encodeURIComponent(fileName).replace(
		NOT_ATTR_CHAR,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${plain}; filename*=UTF-8''${encoded}`;
}

/** @returns an answer with the address of the file, in JSON or as a redirect; the document has neither */
function addressed({ files, readings }: Context, attachment: Attachment) {
	const url = files.addressOf(attachment);
	if (readings.attachmentAnswer === 'redirect') return { status: 302, headers: { Location: url }, body: Buffer.alloc(0) };
	return jsonAnswer(200, { url, file_name: attachment.file_name, expires_in_sec: FILE_EXPIRES_IN_SEC });
}

function download(context: Context) {
	const found = context.store.attachments.get(context.id('attachment_id'));
	const { inbox } = context.inbox();
	if (found?.message.ticket.message_box_id !== inbox.message_box_id) throw notFound('Attachment');
	const { attachment } = found;
	if (context.readings.attachmentAnswer !== 'file') return addressed(context, attachment);
	return {
		status: 200,
		headers: {
			'Content-Type': attachment.content_type,
			'Content-Disposition': contentDisposition(attachment.file_name),
		},
		body: attachment.content,
	};
}

export const attachments: Handlers = { downloadAttachment: download };
