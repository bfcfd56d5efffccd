/** Attachment download (section "Attachment download"). */
import { notFound } from '../refusal';
import type { Context, Route } from '../router';

const NOT_ATTR_CHAR = /['()*]/g;

/** @returns `Content-Disposition` with the name in ASCII, and in full by RFC 5987 where ASCII does not hold it */
export function contentDisposition(fileName: string): string {
	const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '\\$&');
	const plain = `attachment; filename="${ascii}"`;
	if (/^[\x20-\x7e]*$/.test(fileName)) return plain;
	const encoded = encodeURIComponent(fileName).replace(
		NOT_ATTR_CHAR,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${plain}; filename*=UTF-8''${encoded}`;
}

function download(context: Context) {
	const found = context.store.attachments.get(context.id('attachment_id'));
	const { inbox } = context.inbox();
	if (found?.message.ticket.message_box_id !== inbox.message_box_id) throw notFound('Attachment');
	const { attachment } = found;
	return {
		status: 200,
		headers: {
			'Content-Type': attachment.content_type,
			'Content-Disposition': contentDisposition(attachment.file_name),
		},
		body: attachment.content,
	};
}

export const attachmentRoutes: Route[] = [
	{
		method: 'GET',
		path: ':message_box_id/messages/attachments/:attachment_id',
		handle: download,
	},
];
