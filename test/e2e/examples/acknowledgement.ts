import { ANSWER, QUESTION, type Trials } from './stage';

export const acknowledgement: Trials = {
	'answers a new ticket once, also when an agent has answered before; not a robot, and not the same address again': async (stage) => {
		const inbox = await stage.newInbox('Acknowledged');
		await stage.publish(await stage.fill(inbox), async () => {
			const begin = async (title: string, from: string, ...more: object[]) => await stage.newTicket(inbox, { title, messages: [{ ...QUESTION, from }, ...more] });
			const answered = await begin('Parcel', '"Miller, Anna" <anna@mail.example>', ANSWER);
			const again = await begin('Parcel again', '"Miller, Anna" <anna@mail.example>');
			const robot = await begin('Out of office', 'no-reply@shop.example');
			const ours = await stage.newTicket(inbox, { title: 'From us', messages: [ANSWER] });
			await stage.polls(inbox, 2);
			expect(await stage.bodies(answered)).toEqual([QUESTION.body, ANSWER.body, expect.stringContaining('We have received your request "Parcel"')]);
			for (const other of [again, robot]) expect(await stage.bodies(other)).toEqual([QUESTION.body]);
			expect(await stage.bodies(ours)).toEqual([ANSWER.body]);
		});
	},
};
