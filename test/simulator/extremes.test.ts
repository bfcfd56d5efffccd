/** Answers at the edge of what the document allows. That they fit the contract, the simulator itself sees to. */
import { startWithClient } from './testClient';

it('all that may be null is null, except what was asked for', async () => {
	const { sim, send } = await startWithClient({ answers: 'everythingNull' });
	sim.store.createTicket({ id: 7, message_box_id: 101, messages: [{ id: 70, method_cd: 'webchat', conversations: [{}] }] });
	const data = async (path: string) => (await send('GET', path)).data;
	const customers = 'customer_groups/11/customers';
	expect(await data(`${customers}/system_id1/C-001`)).toMatchObject({ customer_id: expect.any(Number), system_id1: 'C-001', last_name: null, emails: null, badge_ids: null, gender_cd: null, custom_item1: null });
	expect(await data(`${customers}/email/old.hanako.sato@mail.example`)).toMatchObject({ system_id1: null, archived_emails: [{ email: 'old.hanako.sato@mail.example' }] });
	expect(await data('101/tickets/7')).toMatchObject({ assignee: null, color_cd: null, pending_reason_id: null, status_cd: 'open', messages: [{ from: null, reply_to: null, body: '' }] });
	expect((await data('users'))[0]).toMatchObject({ mention_name: 'user01', first_name: null, last_page_loaded_at: null });
	expect(await data('101/tickets/7/messages/70/webchat')).toMatchObject({ account: null, conversations: [{ speaker_name: null, auto_send: false }] });
	sim.expectNoViolations();
	await sim.stop();
});
