import type { IDataObject } from 'n8n-workflow';
import type { LocalTime } from '../../adapter/clock';
import { filled, flag } from '../../fields/rules';
import { settingField, switchField } from '../../fields/sent';
import { isAutomaticMail, plainSubjects } from '../../output/metrics/automaticMail';
import { isAnswer } from '../../output/metrics/waiting';
import { setBounded } from '../../store/bounded';
import { millisOf, smallest } from '../../store/time';
import type { Item } from '../../transport/engine/item';
import { memoryOf } from '../../transport/engine/sendItem';
import { ServiceFailure } from '../../transport/errors/failure';
import { addressesIn, withoutTag } from '../../transport/mailHeaders/addresses';
import { isRobot } from '../../transport/mailHeaders/robots';
import { skip } from '../ticket/write/skipped';
import { type AnsweredMessage, ANSWER_STATES } from './answered';
import { answeredIn, OwnAccounts } from './recipients';

const DAY_MS = 24 * 60 * 60_000;
const MAX_ADDRESSES = 10_000;

/** In view, because its name says what an automatic mail needs. An expression without a value is rejected: "off" would mail robots. */
export const skipRobotsField = settingField(filled(flag), {
	displayName: 'Skip Robots',
	name: 'skipRobots',
	type: 'boolean',
	default: false,
	description: 'Whether to skip robots, lists, own accounts and several addresses, and of replies also automatic mails, spam and trash',
});

export const skipIfAnsweredField = switchField(
	'Skip If Answered', 'skipIfAnswered', 'Whether to skip answered tickets, and addresses that got an email with this switch within 24 hours (this n8n process)',
);

const NOT_WANTED = new Map([['spam', 'Spam'], ['trash', 'Trash'], ['unwanted', 'No Action Needed']]);

/**
 * @param ticket with its status and messages
 * @param message the message that is answered
 * @param to the recipients that the user chose; by default the sender of the message
 * @throws Skipped for a ticket that needs no reply
 */
export function skipTicket(item: Item, ticket: IDataObject, message: AnsweredMessage, to: unknown): void {
	const messages = ticket.messages as AnsweredMessage[];
	const { skipRobots, skipIfAnswered } = item.settings;
	if (skipIfAnswered === true && isAnswered(messages)) skip('The ticket was answered already');
	if (skipRobots !== true) return;
	const status = NOT_WANTED.get(String(ticket.status_cd));
	if (status !== undefined) skip(`The ticket is in ${status}`);
	if (isAutomaticMail(message, plainSubjects(messages.filter(isAnswer)))) skip('The message is an automatic mail, by its subject');
	const answered = to === undefined ? answeredIn(message, false) : '';
	if (typeof answered === 'string' && answered !== '') skip(`The message ${answered}`);
}

/** Whether we have sent an answer. Our mail that began the ticket is not one; without a readable time, our mail counts as an answer. */
function isAnswered(messages: readonly IDataObject[]): boolean {
	const createdAt = ({ created_at }: IDataObject) => millisOf(created_at, NaN);
	const begun = smallest(messages.filter(({ action_cd }) => action_cd === 'received').map(createdAt));
	return messages.some((one) => one.method_cd === 'mail' && ANSWER_STATES.includes(String(one.action_cd)) && !(createdAt(one) < begun));
}

/**
 * Skips a mail because of its recipients. With Skip If Answered each address gets one mail within 24 hours, also from parallel items.
 *
 * @param mail with its recipients
 * @param accounts the mail accounts of the inbox: a mail to one comes back, and would be answered again
 * @throws Skipped for several addresses, an account of the inbox, a robot, or an address that another item has answered
 */
export function skipRecipients(item: Item, mail: IDataObject, accounts: readonly IDataObject[]): void {
	const keys = addressesIn(mail.to).map(({ key }) => key);
	if (item.settings.skipRobots === true) skipNobody(mail, keys, accounts);
	if (item.settings.skipIfAnswered !== true) return;
	const answered = memoryOf(item).of(AnsweredAddresses).claim(keys.map(withoutTag), item, item.connection.dispatcher.clock.now());
	if (answered !== undefined) skip(`This n8n process answered ${answered} within 24 hours`);
}

/** Skips a mail that no single person would read. */
function skipNobody(mail: IDataObject, keys: readonly string[], accounts: readonly IDataObject[]): void {
	const own = new OwnAccounts(accounts);
	const back = [mail.to, mail.cc, mail.bcc].flatMap(addressesIn).find((one) => own.has(one));
	if (back !== undefined) skip(`${back.address} is a mail account of this inbox`);
	if (keys.length > 1) skip(`The mail would go to ${keys.length} addresses, an automatic one goes to one`);
	const robot = keys.find(isRobot);
	if (robot !== undefined) skip(`${robot} is the address of a robot or a list`);
}

/** @param send sends the mail of the item; if it surely was not sent, its addresses may get another one */
export async function orReleased<T>(item: Item, send: () => Promise<T>): Promise<T> {
	return await send().catch((error) => {
		if (!(error instanceof ServiceFailure && error.outcomeUnknown)) memoryOf(item).of(AnsweredAddresses).release(item);
		throw error;
	});
}

/** The addresses that this process has answered with a token, and when. The oldest are deleted first. */
class AnsweredAddresses {
	/** Not a reference that keeps an item: it holds the data of its execution. */
	private readonly known = new Map<string, { at: LocalTime; by: WeakRef<Item> }>();

	/** Notes that the item answers these addresses. @returns an address that another item has answered; then nothing is noted */
	claim(addresses: readonly string[], item: Item, now: LocalTime): string | undefined {
		for (const [address, { at }] of this.known) {
			if (now - at < DAY_MS) break;
			this.known.delete(address);
		}
		const other = addresses.find((address) => this.known.has(address) && this.known.get(address)!.by.deref() !== item);
		if (other !== undefined) return other;
		for (const address of addresses) setBounded(this.known, address, { at: now, by: new WeakRef(item) }, MAX_ADDRESSES);
		return undefined;
	}

	/** Forgets the addresses of the item. */
	release(item: Item): void {
		for (const [address, { by }] of this.known) if (by.deref() === item) this.known.delete(address);
	}
}
