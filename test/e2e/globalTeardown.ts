import { servers } from './servers';

export default async function tearDown(): Promise<void> {
	await servers.stopAll();
}
