/** Stored names, values, output fields, files, folders and classes that were renamed before the first release stay renamed. Ordinary words are not among them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

const RETIRED = [
	...['atMost', 'sendOnce', 'snoozedTickets', 'updateAnyway', 'furtherEmail', 'customItems', 'replyToAll', 'severalReplies', 'sendNevertheless'],
	...['skipRobotsAndAnsweredTickets', 'fillIn', 'addNames', 'addNamesToUpdatedTicket', 'addFigures', 'automaticAnswersContain', 'messageBody'],
	...['newestMessages', 'hasMessage', 'leaveOutAssignees', 'leaveOutCaseCategoryIds', 'leaveOutLabelIds'],
	...['begunBy', 'ourMail', 'onlyTheseFields', 'onlyWhenItBecomes', 'commenters', 'skipFirstMessages', 'explainTicket', 'lookBack', 'remindAgainAfter'],
	...['lastDays', 'sinceDate', 'handlingMemo', 'noMailNoDeleting', 'answersOnly', 'carryOut', 'ticketUrl'],
	...['already_sent', 'not_checked', 'not_sent_back', 'found_by', 'sent_pending_reason_id', 'snooze_reset', 'approval_reset'],
	...['pending_reason_may_be_lost', 'waited_seconds', 'omitted_messages', 'begun_by', 'closed_seen_at', 'known_from', 'read_up_to'],
	...['Gate', 'throughGate', 'Finder', 'KeyedLock', 'keyedLock', 'KeptLists', 'keptLists', 'EmailPlaces', 'QueueView', 'TriesSoFar', 'LookingItem', 'SubjectsOf'],
	...['ReadyItem', 'GivenItem', 'ValidatedItem', 'ItemRequest', 'SendingItem', 'RequestingItem', 'QueuedItem'],
	...['readFirst', 'bodyAtSending', 'sentBefore', 'placedFile', 'lastLook', 'keptValues', 'automaticAnswer', 'peopleOfTicket'],
	...['enteredValues', 'EnteredValue', 'marksIn', 'allTriesMs', 'transport/order', 'transport/gate', 'engine/requestPolicy', 'transport/unseen', 'output/figures'],
];

const files = ['credentials', 'docs', 'examples', 'nodes', 'scripts', 'test']
	.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
	.filter((path) => /\.(ts|json|md)$/.test(path) && !path.includes('node_modules') && !path.endsWith('retiredNames.test.ts'));

it('no retired name is in the code, the examples or the pages', () => {
	const pattern = new RegExp(`(?<![\\w$])(?:${RETIRED.join('|')})(?![\\w$])`);
	const found = files.flatMap((path) => {
		const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
		return lines.flatMap((line, place) => (pattern.test(line) ? [`${path}:${place + 1} ${line.trim().slice(0, 120)}`] : []));
	});
	expect(found).toEqual([]);
	expect(files.length).toBeGreaterThan(300);
});
