import { join } from 'node:path';
import { OwnProcess } from '../../scripts/n8n-host/process';

const ROOT = join(__dirname, '../..');
const MINUTES = 2;

describe('a long run in one process, shortened', () => {
	it('keeps its heap, and loses and doubles nothing', async () => {
		const soak = new OwnProcess(process.execPath, ['--expose-gc', '--import', 'tsx', join(ROOT, 'scripts/soak.ts'), String(MINUTES), '--untimed'], process.env);
		try {
			const code = await soak.ended();
			console.log(soak.tail());
			expect(code).toBe(0);
		} finally {
			await soak.stop();
		}
	});
});
