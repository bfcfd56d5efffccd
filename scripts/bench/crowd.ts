import '../../test/harness/ownFolder';
import { crowdedInbox } from '../../test/trigger/crowdedInbox';

const [minutes, updates, pace] = process.argv.slice(2);

// In a process of its own: virtual time is that of all gates of the process.
void crowdedInbox(Number(minutes), Number(updates), pace === 'real').then((outcome) => {
	console.log(JSON.stringify(outcome));
	process.exit(0);
});
