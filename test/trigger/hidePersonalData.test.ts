/** What a model sees of an event with Hide Personal Data. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MAX_TEXT } from '../../nodes/SupportInbox/output/text/shorten';
import { runNode } from '../harness/engine';
import { simulatorOfEachTest } from '../harness/simulator';
import { byId } from '../resources/service';
import { activated } from './activated';

const service = simulatorOfEachTest();

const KNOWN = ['Hanako', 'private', '090-1234-5678'];
const HIDES: INodeParameters = { options: { hidePersonalData: true } };

it.each<[string, INodeParameters]>([
	['simplified', HIDES],
	['whole', { ...HIDES, simplify: false }],
])('has tokens in place of addresses, numbers and names: %s', async (_form, parameters) => {
	const polls = [await activated(service, { events: ['ticketCreated', 'newMessage'], ...parameters }), await activated(service, { events: ['ticketFieldChanged'], ...parameters })];
	const { ticket_id } = service.store.createTicket({ message_box_id: 101, title: 'Order of Hanako', messages: [{ from: 'Hanako <h.private@mail.example>', body: `<p>${'x '.repeat(MAX_TEXT / 2 - 5)}h&#46;private@mail.example</p><p>Hanako, 090-1234-5678</p>`, is_html: true }] });
	const [[created], before] = [await polls[0](), await polls[1]()];
	expect(created).toMatchObject({ event: 'ticketCreated', title: expect.stringMatching(/^Order of \[\[NAME_[\da-f]{10}\]\]$/), status_cd: 'open' });
	expect(KNOWN.filter((known) => JSON.stringify(created).includes(known))).toEqual([]);
	service.store.editTicket(ticket_id, { status_cd: 'closed' });
	const [changed] = [...before, ...(await polls[1]())] as IDataObject[];
	expect(changed).toMatchObject({ changes: { status_cd: { from: 'open', to: 'closed' } } });
	const [read] = await runNode(service, { resource: 'ticket', operation: 'get', messageBoxId: byId(101), ticketId: byId(ticket_id), getTicketOptions: { hidePersonalData: true } });
	expect(read.json.title).toBe(created.title);
});
