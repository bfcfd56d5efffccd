import { fromList } from '../../../scripts/demo/workflow';
import type { KeptTicket } from '../../../scripts/simulator-process';
import { observe } from '../observe';
import { calling } from './webhook';
import type { Stage, Trials } from './trial';

/** @returns what to fill in for an inbox, with an empty data table of calls */
async function filling({ world: { api } }: Stage, name: string, inbox: number) {
	const dataTableId = { __rl: true, mode: 'list', value: await api.createDataTable(name, [{ name: 'call_id', type: 'string' }]) };
	const messageBoxId = fromList(inbox, name);
	return { parameters: { 'Take the call down': { dataTableId }, 'Find the first of this call': { dataTableId }, 'Write a memo': { messageBoxId }, 'Create a ticket': { messageBoxId } } };
}

const report = { call_id: 'c-1', direction: 'in', from: '03-5550-0199', started_at: '2026-03-02T09:30:00+09:00', seconds: 190, text: 'Asks where the parcel is.' };

export const call: Trials = {
	'writes a call down once, in the ticket that it names or in a new one, also when it is reported twice at once': async (stage) => {
		const inbox = await stage.newInbox('Calls');
		const { ticket_id: known } = await stage.make({ do: 'createTicket', message_box_id: inbox, title: 'Parcel', status_cd: 'ongoing', messages: [{ body: 'Hello' }] });
		const observation = await observe(stage.simulator);
		await calling(stage, 'call-to-memo', await filling(stage, 'Calls', inbox), async (send) => {
			await Promise.all([send(report), send(report), send(report)]);
			await send(report);
			await send({ ...report, call_id: 'c-2', direction: 'out', ticket_id: known, text: 'Said where it is.' });
			await send({ call_id: 'c-3', started_at: report.started_at });
		});
		const writes = (await observation.requests()).filter(({ method }) => method === 'POST').map(({ body }) => body);
		const operated_at = '2026-03-02T09:30:00.000+09:00';
		expect(writes).toEqual([
			expect.objectContaining({ subject: 'Call with 03-5550-0199', body: report.text, customer_tel: report.from, icon_cd: 'received_phone', duration: 4, operated_at, status_cd: 'open' }),
			expect.objectContaining({ ticket_id: known, body: 'Said where it is.', icon_cd: 'called_phone', status_cd: 'ongoing' }),
			expect.objectContaining({ subject: 'Call with a withheld number', customer_tel: 'withheld', duration: 0 }),
		]);
		expect((await stage.make<KeptTicket>({ do: 'getTicket', ticketId: known })).messages.map(({ body }) => body)).toEqual(['Hello', 'Said where it is.']);
		expect(await observation.violations()).toEqual([]);
	},

	'takes no call without the secret': async (stage) => {
		await calling(stage, 'call-to-memo', await filling(stage, 'No calls', await stage.newInbox('No calls')), async (_send, refused) => {
			expect(await refused()).toBe(403);
		});
	},

	'refuses a report without an id, and creates nothing': async (stage) => {
		const inbox = await stage.newInbox('Without an id');
		const observation = await observe(stage.simulator);
		await calling(stage, 'call-to-memo', await filling(stage, 'Without an id', inbox), async (send) => {
			for (const id of [undefined, '']) await expect(send({ ...report, call_id: id })).rejects.toThrow(/call_id/);
		});
		expect(await observation.requests()).toEqual([]);
	},
};
