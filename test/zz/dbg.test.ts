import { Phases } from '../../nodes/SupportInbox/trigger/phases/phases';
import { longRun } from '../trigger/longRun/run';
it('x', async () => {
	const P = Phases.prototype as any;
	const real = P.run;
	P.run = async function () {
		const r = await real.call(this);
		const q = Object.entries(this.state.inboxes).map(([id, i]: any) => `${id}:${Object.keys(i.queue).length}/${Object.values(i.queue).filter((e: any) => (e.rank ?? 0) === 0).length}`);
		console.log('DBG', this.poll.key, this.max, new Date(this.poll.requests.serverNow()).toISOString(), r.trace, q.join(' '), r.events.length, this.poll.errors.failures.map((f: any) => `${f.messageBoxId} ${f.meaning}`).join(), this.poll.errors.hasNews);
		return r;
	};
	const { faults, events } = await longRun(Number(process.env.SEED ?? 9), { length: Number(process.env.LEN ?? 6) * 3_600_000 });
	console.log('RESULT', events, JSON.stringify(faults.slice(0, 12)));
});
