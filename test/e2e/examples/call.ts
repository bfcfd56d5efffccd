import { observe } from '../observe';
import { QUESTION, type Trials } from './stage';
import { calling } from './webhook';

const report = { call_id: 'c-1', direction: 'in', from: '03-5550-0199', started_at: '2026-03-02T09:30:00+09:00', seconds: 190, text: 'Asks where the parcel is.' };

export const call: Trials = {
	'writes a call down once, in the ticket that it names or in a new one, also when it is reported twice at once, and only with the secret': async (stage, { simulator }) => {
		const inbox = await stage.newInbox('Calls');
		const known = await stage.newTicket(inbox, { title: 'Parcel', status_cd: 'ongoing' });
		const observation = await observe(simulator);
		await calling(stage, await stage.fill(inbox), async (send) => {
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
		expect(await stage.bodies(known)).toEqual([QUESTION.body, 'Said where it is.']);
	},

	'refuses a report without an id, and creates nothing': async (stage, { simulator }) => {
		const workflow = await stage.fill(await stage.newInbox('Without an id'));
		const observation = await observe(simulator);
		const withoutId = async (send: (body: unknown) => Promise<void>) => {
			for (const call_id of [undefined, '']) await expect(send({ ...report, call_id })).rejects.toThrow(/call_id/);
		};
		await calling(stage, workflow, withoutId, 2);
		expect(await observation.requests()).toEqual([]);
	},
};
