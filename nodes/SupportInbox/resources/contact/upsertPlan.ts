import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { ItemRequest, Plan } from '../../transport/engine/requestPolicy';
import { hasStatus, ServiceFailure, stillUnknown } from '../../transport/errors/failure';
import { listsToAdd, withAdded } from './addedEntries';
import { withCleared } from './clear';
import { type ContactKey, bookPathOf, keyOf, outcomeOf } from './key';
import { keyedContact } from './keyedContact';
import { type Refuse, checkCode, inSpellingOf, isSameKey, keysIn, nameOfKey, spelledFor, TO_CORRECT, withOwnKey } from './keysOfContact';
import { type FoundContact, type Updated, findContact, readContact, rejectUsedKeys, updateWhole, withAddressBookLock } from './wholeContact';

/** A contact may appear or vanish between two requests of one item, so an item attempts to write at most this many times. */
const MAX_WRITES = 4;

/**
 * The plan of Create or Update: the contact with the user's key is read and updated, or it is created. All requests are sent at
 * one place in the item queue.
 */
export const upsertContact: Plan = async (item) => await new Upsert(item).run();

/** The result; not created and not updated if the contact already had all the values. */
interface Done extends Updated {
	created: boolean;
}

/** The requests of one item. */
class Upsert {
	private readonly key: ContactKey;
	/** The key as the contact has it. */
	private spelled: ContactKey;
	/** The lists that entries are added to: the contact must show them. */
	private readonly needed: readonly string[];
	/** A creation of this item of unknown outcome: later requests do not change that the contact may have been created. */
	private unknownCreation?: ServiceFailure;

	constructor(private readonly item: ItemRequest) {
		this.key = keyOf(item);
		this.spelled = inSpellingOf({}, this.key);
		this.needed = listsToAdd(item);
	}

	/**
	 * @throws ServiceFailure; after a creation of unknown outcome, any later failure also says that and what was checked.
	 * NodeOperationError where another key belongs to another contact
	 */
	async run(): Promise<INodeExecutionData[]> {
		const done = await withAddressBookLock(this.item, async () => await this.write()).catch(this.failed);
		const { by, value } = this.spelled;
		return [{ json: { ...outcomeOf(this.item), [by]: value, ...done } }];
	}

	private async write(): Promise<Done> {
		let contact = await this.find();
		for (let writes = 1; ; writes++) {
			const outcome = contact === undefined ? await this.create() : await this.update(contact);
			if (!(outcome instanceof ServiceFailure)) return outcome;
			const next = await this.find();
			// The creation was rejected although no contact has one of the keys, so the reason is another value.
			const isRefused = contact === undefined && next === undefined && !outcome.outcomeUnknown;
			if (isRefused || writes === MAX_WRITES) throw outcome;
			contact = next;
		}
	}

	/** @returns the failure if a contact may have the key now: the creation was rejected (400), or its outcome is unknown */
	private async create(): Promise<Done | ServiceFailure> {
		await this.rejectOthers({});
		const fields = this.fieldsFor({});
		// Empty values are left out, because there is nothing to clear.
		const values = Object.entries(fields).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
		const body = Object.fromEntries(values);
		const url = `${bookPathOf(this.item)}/create`;
		const answer = await this.item
			.send({ method: 'POST', url, body, semantics: 'nonIdempotent', reconciliation: keyedContact })
			.catch(failureIf((failure) => hasStatus(failure, 400) || failure.outcomeUnknown));
		if (!(answer instanceof ServiceFailure)) return { created: true, updated: false };
		if (answer.outcomeUnknown) this.unknownCreation ??= answer;
		return answer;
	}

	/** @returns the failure if the contact does not exist, or no longer exists (404) */
	private async update(found: FoundContact): Promise<Done | ServiceFailure> {
		this.spelled = inSpellingOf(found.contact, this.key);
		await this.rejectOthers(found.contact);
		const changeOf = (contact: IDataObject) => this.fieldsFor(contact);
		const read = async () => await readContact(this.item, found.key, this.rejection, this.needed);
		const answer = await updateWhole(this.item, found, { read, changeOf }).catch(failureIf((failure) => hasStatus(failure, 404)));
		const created = this.unknownCreation !== undefined;
		return answer instanceof ServiceFailure ? answer : { created, ...answer, updated: answer.updated && !created };
	}

	/** Rejects another key that another contact has. @param contact that exists, or a new one (`{}`) */
	private async rejectOthers(contact: IDataObject): Promise<void> {
		const keys = keysIn(this.valuesFor(contact)).filter((key) => !isSameKey(key, this.key));
		await rejectUsedKeys(this.item, keys, contact, this.rejection).catch(this.unread);
	}

	/** @returns the values to set as the user has entered them */
	private valuesFor(contact: IDataObject): IDataObject {
		if (this.item.settings.replaceCustomerCode !== true) checkCode(this.key, contact, this.item.body, this.rejection);
		return withAdded(this.item, contact, withCleared(this.item), this.rejection);
	}

	/** @returns the values to set in a contact that exists, or in a new one (`{}`), which has the user's key afterwards */
	private fieldsFor(contact: IDataObject): IDataObject {
		return withOwnKey(inSpellingOf(contact, this.key), spelledFor(contact, this.valuesFor(contact)), contact, this.rejection);
	}

	private async find(): Promise<FoundContact | undefined> {
		return await findContact(this.item, this.key, this.rejection, this.needed).catch(this.unread);
	}

	/** After a creation of unknown outcome, that is what the user has to know of, and not of a read that failed. */
	private readonly unread = (error: unknown): never => {
		throw error instanceof ServiceFailure ? (this.unknownCreation ?? error) : error;
	};

	private readonly failed = (error: unknown): never => {
		const { unknownSince, reconciliationResult: ofCreation } = this.unknownCreation ?? {};
		// The texts of refusals mention the unknown creation already.
		if (unknownSince === undefined || error instanceof NodeOperationError) throw error;
		const { failure, reconciliationResult } = stillUnknown(error, unknownSince);
		const { checked = '' } = reconciliationResult ?? ofCreation ?? {};
		throw new ServiceFailure(failure, unknownSince, { checked, how: this.whereToLook() });
	};

	/** Makes the error for keys that belong to different contacts, or entries that are too many for one. */
	private readonly rejection: Refuse = (message, next = TO_CORRECT) => {
		const done =
			this.unknownCreation === undefined
				? 'Nothing was changed.'
				: `The answer to the earlier creation was lost, so this contact may have been created. ${this.whereToLook()}`;
		return new NodeOperationError(this.item.context.getNode(), message, { description: `${done} ${next}`, itemIndex: this.item.itemIndex });
	};

	private whereToLook(): string {
		return `Look for a contact with the ${nameOfKey(this.key)} in the address book before you run this again.`;
	}
}

/** @returns a handler for `catch` that returns an expected failure as a value and throws every other error as it is */
function failureIf(isExpected: (failure: ServiceFailure) => boolean) {
	return (error: unknown): ServiceFailure => {
		if (error instanceof ServiceFailure && isExpected(error)) return error;
		throw error;
	};
}
