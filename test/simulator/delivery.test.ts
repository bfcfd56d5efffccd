import { get } from 'node:http';
import { startSimulator } from '.';
import { isHeldUp } from './delivery';

it('knows what waits for ever by both ports: connections to two services may have the same one at the client', async () => {
	const service = await startSimulator();
	service.faults.add({ kind: 'noAnswer' });
	const request = get(`${service.baseUrl}/api/v2/users`, { headers: { Authorization: `Bearer ${service.token}` } }).on('error', () => {});
	const ports = () => ({ localPort: request.socket?.localPort, remotePort: request.socket?.remotePort });
	while (!isHeldUp(ports())) await new Promise((resolve) => setImmediate(resolve));
	expect(isHeldUp({ ...ports(), remotePort: 1 })).toBe(false);
	request.destroy();
	await service.stop();
});
