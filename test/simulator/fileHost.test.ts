import axios from 'axios';

import { startWithClient } from './testClient';

it('a token that arrives at the address of a file is a violation', async () => {
	const { sim, send } = await startWithClient({ attachmentAnswer: 'address' });
	const { attachment_id } = sim.store.addAttachment(20001, { file_name: 'a.txt', content: 'text' });
	const { url } = (await send('GET', `101/messages/attachments/${attachment_id}`)).data;
	await axios.get(url, { headers: { Authorization: 'Bearer x' }, validateStatus: () => true });
	expect(() => sim.expectNoViolations()).toThrow('the access token was sent to the address of a file');
	await sim.stop();
});
