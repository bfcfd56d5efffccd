import { say } from '../terminal';
import type { SlackMessage } from './receiver';

/** Prints a message roughly as Slack shows it. */
export function saySlackMessage({ text }: SlackMessage): void {
	say('Slack would show:');
	// Slack writes links as <address|text> and bold as *text*.
	const plain = text.replace(/<([^|>]+)\|([^>]+)>/g, '$2').replace(/\*([^*\n]+)\*/g, '$1');
	for (const line of plain.split('\n')) console.log(`          ┃ ${line}`);
}
