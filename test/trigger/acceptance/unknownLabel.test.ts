/** An ID in a list of labels that no inbox has, beside others that exist. */
import { pollerOf } from '../../harness/engine';
import { simulatorForEachTest } from '../../harness/simulator';
import { letPass } from '../../harness/skippedWaits';
import type { Simulator } from '../../simulator';
import { HOUR } from '../longRun/units';

const MISSING = 987_654;
let service: Simulator;
simulatorForEachTest((started) => (service = started));

const ofLabels = (labelIds: number[], messageBoxIds: Array<number | string> = [101, 102], id?: string) =>
	pollerOf(service, { messageBoxIds, options: { includeMessages: false }, filters: { labelIds } }, id === undefined ? {} : { node: { id } });
const label = (name: string, inbox = 101) => service.store.addLabel(inbox, { name }).id;
const message = `None of the inboxes has a label with the ID ${MISSING}`;

it.each<[string, Array<number | string>]>([['chosen inboxes', [101, 102]], ['all inboxes', ['All Inboxes']]])('is refused at the activation, in %s', async (_what, inboxes) => {
	await expect(ofLabels([label('Urgent'), MISSING], inboxes).poll()).rejects.toThrow(message);
	await expect(ofLabels([label('Vip')], inboxes).poll()).resolves.toBeNull();
});

it('is none where one of the inboxes has it', async () => {
	const node = ofLabels([label('Urgent'), label('Vip', 102)]);
	expect(await node.poll()).toBeNull();
	expect(node.reported).toEqual([]);
});

it('because somebody has deleted the label: polls fail and name it, and what came meanwhile comes once the field is right', async () => {
	const [urgent, gone] = [label('Urgent'), label('Vip')];
	const node = ofLabels([urgent, gone], [101], 'same');
	await node.poll();
	service.store.inbox(101).labels.remove(gone);
	letPass(HOUR + 1);
	const { ticket_id } = service.store.createTicket({ message_box_id: 101, label_ids: [urgent] });
	const outcomes: unknown[] = [];
	for (let poll = 0; poll < 2; poll++) outcomes.push(await node.poll().catch((error: Error) => error.message));
	expect(outcomes).toEqual(Array(2).fill(expect.stringContaining(`label with the ID ${gone}`)));
	const mended = ofLabels([urgent], [101], 'same');
	Object.assign(mended.staticData, node.staticData);
	expect((await mended.poll())?.map(({ json }) => json.ticket_id)).toEqual([ticket_id]);
});
