import { ANSWER, QUESTION, type Trials } from './stage';

export const acknowledgement: Trials = {
	'answers a new ticket once; not a robot, spam or an automatic reply, not where an agent has answered, and not the same address again': async (stage) => {
		const inbox = await stage.newInbox('Acknowledged');
		await stage.publish(await stage.fill(inbox), async () => {
			const begin = async (title: string, from: string, ...more: object[]) => await stage.newTicket(inbox, { title, messages: [{ ...QUESTION, from }, ...more] });
			const first = await begin('Parcel', '"Miller, Anna" <anna@mail.example>');
			const again = await begin('Parcel again', '"Miller, Anna" <anna@mail.example>');
			const robot = await begin('Your order', 'no-reply@shop.example');
			const away = await begin('Out of office', 'ben@mail.example');
			const answered = await begin('Parcel', 'eve@mail.example', ANSWER);
			const spam = await stage.newTicket(inbox, { title: 'Win', status_cd: 'spam', messages: [{ ...QUESTION, from: 'win@mail.example' }] });
			const ours = await stage.newTicket(inbox, { title: 'From us', messages: [ANSWER] });
			await stage.polls(inbox, 2);
			expect(await stage.bodies(first)).toEqual([QUESTION.body, expect.stringContaining('We have received your request and')]);
			expect(await stage.bodies(answered)).toEqual([QUESTION.body, ANSWER.body]);
			for (const other of [again, robot, away, spam]) expect(await stage.bodies(other)).toEqual([QUESTION.body]);
			expect(await stage.bodies(ours)).toEqual([ANSWER.body]);
		});
	},
};
