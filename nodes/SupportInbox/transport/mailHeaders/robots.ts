/** Words in an address before the "@", with the characters around them that people put between words. */
const WORDS = [
	'no[._-]?reply',
	'do[._-]?not[._-]?reply',
	'mailer[._-]?daemon',
	'postmaster',
	'bounces?',
	'auto[._-]?(?:reply|responder?)',
	'listserv',
	'majordomo',
	'mailman',
	'keine?[._-]?antwort',
	'nicht[._-]?antworten',
	'ne[._-]?pas[._-]?repondre',
	'no[._-]?respond(?:er|a)',
	'nao[._-]?responda',
	'non[._-]?rispondere',
	'niet[._-]?beantwoorden',
	'microsoftexchange[\\da-f]{32}',
];
const ROBOT = new RegExp(`(?:^|[._+=-])(?:${WORDS.join('|')})(?:$|[._+=\\d-])|^owner-|-(?:owner|request)$|^(?:lists?|newsletters?|notifications?)$`, 'i');
/** Hosts whose addresses are those of lists. */
const HOST_OF_LISTS = /@(?:lists\.[\w-]+\.|(?:[\w-]+\.)?googlegroups\.com$)/i;

/** @returns whether an e-mail address belongs to a program or a mailing list */
export function isRobot(address: string): boolean {
	return ROBOT.test(address.slice(0, address.lastIndexOf('@'))) || HOST_OF_LISTS.test(address);
}
