import type { IDataObject } from 'n8n-workflow';
import { filled, flag, type Rule } from '../../../fields/rules';
import { type Field, switchField } from '../../../fields/sent';
import { PersonalData } from '../../../output/personalData/personalData';
import type { Item } from '../../../transport/engine/item';

/** A model fills in every field of a tool, and an empty value must not show what it must not see. */
const known: Rule = (value, circumstances) => (circumstances.mayBeEmpty === true ? filled(flag) : flag)(value, circumstances);

export function hidePersonalDataField(description: string): Field {
	return switchField('Hide Personal Data', 'hidePersonalData', description, known);
}

/** @returns what hides the personal data of a ticket, if the user wants that. Without `messages` there are no headers, so names stay */
export function hidesFor(item: Item, { messages = [] }: IDataObject): PersonalData | undefined {
	return item.settings.hidePersonalData === true ? PersonalData.ofTicket(item, { messages }) : undefined;
}
