import { followFileLink } from '../../../nodes/SupportInbox/transport/client/fileLink';

const FILE = { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'abc' };

/** @returns the addresses that are asked for a file which the service says to lie there */
async function askedFor(url: string, origin: string): Promise<string[]> {
	const asked: string[] = [];
	const answer = { statusCode: 200, headers: {}, body: JSON.stringify({ url, file_name: 'a.txt' }) };
	await followFileLink(answer, origin, async (address) => {
		asked.push(new URL(address).hostname);
		return FILE;
	});
	return asked;
}

it.each([
	...['127.0.0.1', '2130706433', '0x7f.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
	...['localhost', 'localhost.', 'a.localhost', '[::1]', '[::]', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]'],
	...['[::127.0.0.1]', '[64:ff9b::10.0.0.1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[fec0::1]'],
])('nothing is asked of %s, unless the tenant is there itself', async (host) => {
	expect(await askedFor(`https://${host}/file`, 'https://tenant.example')).toEqual([]);
	expect(await askedFor(`https://${host}/file`, 'https://10.0.0.5')).toHaveLength(1);
});

it.each(['files.example', '8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '[2001:db8::1]', '[64:ff9b::8.8.8.8]', '[2002:808:808::1]', 'localhost.example', '10.example'])('%s is asked', async (host) => {
	expect(await askedFor(`https://${host}/file`, 'https://tenant.example')).toHaveLength(1);
});
