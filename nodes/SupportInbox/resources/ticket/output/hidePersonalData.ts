import type { IDataObject } from 'n8n-workflow';
import { type Field, switchField } from '../../../fields/sent';
import { PersonalData } from '../../../output/personalData/personalData';
import type { GivenItem, ItemRequest } from '../../../transport/engine/requestPolicy';

/** The switch, whose value must be known: "off" would show what a model must not see. */
export function hidePersonalDataField(description: string): Field {
	return switchField('Hide Personal Data', 'hidePersonalData', description);
}

/** @returns whether the user wants tokens in the output */
export function isHidden({ settings }: Pick<GivenItem, 'settings'>): boolean {
	return settings.hidePersonalData === true;
}

/** @returns what hides the personal data of a ticket, if the user wants that. Without `messages` there are no headers, so names stay */
export function hidesFor(item: ItemRequest, { messages = [] }: IDataObject): PersonalData | undefined {
	return isHidden(item) ? PersonalData.ofTicket(item, { messages }) : undefined;
}
