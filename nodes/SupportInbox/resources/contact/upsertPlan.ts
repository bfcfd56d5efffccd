import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { hasStatus, ServiceFailure, stillUnknown } from '../../transport/errors/failure';
import { keyedContact } from '../../transport/idempotency/keyedContact';
import { withCleared } from './clear';
import { type ContactKey, keyOf } from './key';
import { outcomeOf } from './output';
import { senderName } from './senderName';
import { type FoundContact, type Wanted, changeOf, creationOf, inSmallLetters, nameOfKey, targetOf, wantedOf } from './upsertTarget';
import { type Updated, aloneInBook, readContact, updateWhole } from './wholeContact';

/** A contact may appear or vanish between two requests of one item, so an item tries to write at most this many times. */
const MAX_WRITES = 4;

/**
 * The plan of Create or Update: one read for each key of the user, to check that all belong to one contact, then the
 * update or the creation. All requests are sent at one place in the item queue.
 */
export const upsertContact: Plan = async (item) => await new Upsert(item).run();

/** The result; not created and not updated if the contact already had all the values. */
interface Done extends Updated {
	created: boolean;
}

/** The requests of one item. */
class Upsert {
	private readonly wanted: Wanted;
	/** A creation of this item of unknown outcome: later requests do not change that the contact may have been created. */
	private unknownCreation?: ServiceFailure;

	constructor(private readonly item: ItemRequest) {
		this.wanted = wantedOf(keyOf(item), withCleared(item));
	}

	/**
	 * @throws ServiceFailure; after a creation of unknown outcome, any later failure also says that and what was checked.
	 * NodeOperationError where the keys belong to different contacts
	 */
	async run(): Promise<INodeExecutionData[]> {
		const done = await aloneInBook(this.item, async () => await this.write()).catch(this.failed);
		return [{ json: { ...outcomeOf(this.item.context, this.item.values), ...done } }];
	}

	private async write(): Promise<Done> {
		let contact = await this.find();
		for (let writes = 1; ; writes++) {
			const outcome = contact === undefined ? await this.create() : await this.update(contact);
			if (!(outcome instanceof ServiceFailure)) return outcome;
			const next = await this.find();
			// The creation was refused although no contact has one of the keys, so the reason is another value.
			const isRefused = contact === undefined && next === undefined && !outcome.outcomeUnknown;
			if (isRefused || writes === MAX_WRITES) throw outcome;
			contact = next;
		}
	}

	/** @returns the failure if a contact may have one of the keys now: the creation was refused (400), or its outcome is unknown */
	private async create(): Promise<Done | ServiceFailure> {
		const body = { ...senderName(this.item, this.wanted.fields), ...creationOf(this.wanted, this.refusal) };
		const url = `${contactsOf(this.item)}/create`;
		const answer = await this.item
			.send({ method: 'POST', url, body, semantics: 'nonIdempotent', finder: keyedContact })
			.catch(failureIf((failure) => hasStatus(failure, 400) || failure.outcomeUnknown));
		if (!(answer instanceof ServiceFailure)) return { created: true, updated: false };
		if (answer.outcomeUnknown) this.unknownCreation ??= answer;
		return answer;
	}

	/** @returns the failure if the contact does not exist, or no longer exists (404) */
	private async update(found: FoundContact): Promise<Done | ServiceFailure> {
		const { key } = found;
		const change = (contact: IDataObject) => changeOf(this.wanted, { key, contact }, this.refusal);
		const answer = await updateWhole(this.item, pathOf(this.item, key), [key, this.wanted.key], found, change).catch(failureIf((failure) => hasStatus(failure, 404)));
		const created = this.unknownCreation !== undefined;
		return answer instanceof ServiceFailure ? answer : { created, ...answer, updated: answer.updated && !created };
	}

	/**
	 * Reads the contact of every key.
	 *
	 * @returns undefined when no contact has one of the keys
	 * @throws the earlier failure of a creation of unknown outcome, if a read fails: the user has to know of that
	 */
	private async find(): Promise<FoundContact | undefined> {
		const found: FoundContact[] = [];
		for (const key of [this.wanted.key, ...this.wanted.others]) {
			const small = inSmallLetters(key);
			const one = (await this.read(key)) ?? (small.value === key.value ? undefined : await this.read(small));
			if (one !== undefined) found.push(one);
		}
		return targetOf(this.wanted, found, this.refusal);
	}

	private async read(key: ContactKey): Promise<FoundContact | undefined> {
		const answer = await readContact(this.item, pathOf(this.item, key), [key, this.wanted.key]).catch(failureIf(() => true));
		if (!(answer instanceof ServiceFailure)) return { key, ...answer };
		if (hasStatus(answer, 404)) return undefined;
		throw this.unknownCreation ?? answer;
	}

	private readonly failed = (error: unknown): never => {
		const { unknownSince, findings: ofCreation } = this.unknownCreation ?? {};
		// The texts of refusals mention the unknown creation already.
		if (unknownSince === undefined || error instanceof NodeOperationError) throw error;
		const { failure, findings } = stillUnknown(error, unknownSince);
		const { checked = '' } = findings ?? ofCreation ?? {};
		throw new ServiceFailure(failure, unknownSince, { checked, how: this.whereToLook() });
	};

	/** Makes the error for keys that belong to different contacts, or that are too many for one. */
	private readonly refusal = (message: string): NodeOperationError => {
		const done =
			this.unknownCreation === undefined
				? 'Nothing was changed.'
				: `The answer to the earlier creation was lost, so this contact may have been created. ${this.whereToLook()}`;
		return new NodeOperationError(this.item.context.getNode(), message, {
			description: `${done} Correct the customer code or the e-mail addresses here, or the contacts in the Support Inbox.`,
			itemIndex: this.item.itemIndex,
		});
	};

	private whereToLook(): string {
		return `Look for a contact with the ${nameOfKey(this.wanted.key)} in the address book before you run this again.`;
	}
}

/** @returns a handler for `catch` that returns an expected failure as a value and throws every other error as it is */
function failureIf(isExpected: (failure: ServiceFailure) => boolean) {
	return (error: unknown): ServiceFailure => {
		if (error instanceof ServiceFailure && isExpected(error)) return error;
		throw error;
	};
}

function pathOf(item: ItemRequest, { by, value }: ContactKey): string {
	return `${contactsOf(item)}/${by}/${encodeURIComponent(value)}`;
}

function contactsOf({ values }: ItemRequest): string {
	return `/api/v2/customer_groups/${values.customerGroupId}/customers`;
}
