/** Addresses of programs and lists, and addresses of people that look like them. */
import { isRobot } from '../../../nodes/SupportInbox/transport/mailHeaders/robots';

it.each([
	'no-reply@a.example', 'newsletter@a.example', 'notifications@hub.example', 'users@lists.a.example', 'team@googlegroups.com', 'noreply2@a.example', 'do_not_reply@a.example', 'shop.no-reply@a.example', 'no-reply+4@a.example', 'MAILER-DAEMON@a.example', 'postmaster@a.example',
	'bounce@a.example', 'list-bounces@a.example', 'owner-talk@a.example', 'talk-request@a.example', 'lists@a.example', 'ne-pas-repondre@a.example', 'keine-antwort@a.example', 'nao-responda@a.example', 'non-rispondere@a.example', 'niet-beantwoorden@a.example', 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@a.example',
])('%s is a robot', (address) => expect(isRobot(address)).toBe(true));

it.each(['anna@no-reply.example', 'norma.replyson@a.example', 'info@a.example', 'request@a.example', 'listen@a.example', 'owner@a.example', 'anna@listserv.example', 'list.sato@a.example', 'renotification@a.example', 'microsoftexchange@a.example'])('%s is none', (address) =>
	expect(isRobot(address)).toBe(false));
