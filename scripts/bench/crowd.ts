import '../../test/harness/ownFolder';
import { crowdedInbox } from '../../test/trigger/crowdedInbox';

const [minutes, updates, change, after, second, pace] = process.argv.slice(2);

const plan = { minutes: Number(minutes), updates: Number(updates), change: change as 'label' | 'close', after: Number(after), phase: Number(second) * 1_000 };

// In a process of its own: virtual time is that of all gates of the process.
void crowdedInbox({ ...plan, inRealTime: pace === 'real' }).then((outcome) => {
	console.log(JSON.stringify(outcome));
	process.exit(0);
});
