import { fromList } from '../../../scripts/demo/workflow';
import { POLL_TIMES } from '../../../scripts/demo/setUp';
import { failureText } from '../../../scripts/n8n-host/execution';
import { morePolls } from './polls';
import type { Trials } from './trial';

const TRIGGER = 'New ticket of a customer';
const POLLS = 5;

export const acknowledgement: Trials = {
	'answers a new ticket once in five polls, also when an agent has answered before; not a robot, and not the same address again': async (stage) => {
		const { simulator, make } = stage;
		const { api } = stage.world;
		const inbox = await stage.newInbox('Acknowledged');
		const { mail_account_id } = await make({ do: 'addMailAccount', inboxId: inbox, name: 'Support', email: 'support@tenant.example' });
		const id = await stage.import({
			parameters: {
				[TRIGGER]: { messageBoxIds: [inbox], begunBy: ['customer'], pollTimes: POLL_TIMES },
				'Acknowledge it': { messageBoxId: fromList(inbox, 'Acknowledged'), mailAccountId: mail_account_id },
			},
		});
		await api.activate(id);
		try {
			const begin = async (title: string, from: string, more: object[] = []) =>
				(await make({ do: 'createTicket', message_box_id: inbox, title, messages: [{ body: 'Where is it?', from, to: 'support@tenant.example' }, ...more] })).ticket_id!;
			const byAgent = { body: 'On its way', action_cd: 'sent', from: 'support@tenant.example', to: 'anna@mail.example' };
			const answered = await begin('Parcel', '"Miller, Anna" <anna@mail.example>', [byAgent]);
			const again = await begin('Parcel again', '"Miller, Anna" <anna@mail.example>');
			const robot = await begin('Out of office', 'no-reply@shop.example');
			const ours = (await make({ do: 'createTicket', message_box_id: inbox, title: 'From us', messages: [{ ...byAgent, body: 'Our news' }] })).ticket_id!;
			await morePolls(stage, inbox, POLLS);
			const bodies = async (ticket: number) => (await simulator.ticket(ticket))!.messages.map(({ body }) => body);
			expect(await bodies(answered)).toEqual(['Where is it?', 'On its way', expect.stringContaining('We have received your request "Parcel"')]);
			for (const other of [again, robot]) expect(await bodies(other)).toEqual(['Where is it?']);
			expect(await bodies(ours)).toEqual(['Our news']);
		} finally {
			await api.deactivate(id);
		}
		expect((await api.executions(id)).map(failureText)).toEqual([undefined]);
	},
};
