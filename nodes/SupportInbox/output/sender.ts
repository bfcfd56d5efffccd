import { entryIn, mailboxesIn } from '../transport/mailHeaders/addresses';

/** The people of a message; null for a missing value. `reply_to_email`: where answers go, if that is not the sender's address alone. */
interface People {
	from_name: string | null;
	from_email: string | null;
	reply_to_email: string | null;
}

/**
 * @param message a message, whose From may be `"Yamada, Hanako" <h@ex.jp>` or, in other channels, other content
 * @returns its sender, the first mailbox with an address; a text without an address counts as a name
 */
export function senderOf(message: Readonly<Record<string, unknown>> | undefined): People {
	const withAddress = (header: unknown) => mailboxesIn(header).filter(({ address }) => address !== undefined);
	const [[sender], answered] = [withAddress(message?.from), withAddress(message?.reply_to)];
	const { name } = sender ?? entryIn(String(message?.from ?? ''));
	const goesElsewhere = answered.some(({ key }) => key !== sender?.key);
	const replyTo = goesElsewhere ? answered.map(({ address }) => address).join(', ') : null;
	return { from_name: name, from_email: sender?.address ?? null, reply_to_email: replyTo };
}
