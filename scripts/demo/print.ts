import type { SlackMessage } from './receiver';

/** Prints a line with the time before it. */
export function say(line: string): void {
	console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`);
}

/** Prints lines that belong together. */
export function sayBlock(lines: string[]): void {
	console.log(['', ...lines, ''].join('\n'));
}

/** Prints a message roughly as Slack shows it. */
export function saySlackMessage({ text }: SlackMessage): void {
	say('Slack would show:');
	// Slack writes links as <address|text> and bold as *text*.
	const plain = text.replace(/<([^|>]+)\|([^>]+)>/g, '$2').replace(/\*([^*\n]+)\*/g, '$1');
	for (const line of plain.split('\n')) console.log(`          ┃ ${line}`);
}
