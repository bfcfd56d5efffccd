import type { PackedFile } from './tarball';

interface Trace {
	what: string;
	pattern: RegExp;
}

/**
 * `/home/node` is the user's folder in n8n's own container image, `/home/workflows` and `/home/credentials`
 * are pages of n8n: a text may well name them.
 */
const TRACES: Trace[] = [
	{ what: 'a path of a machine', pattern: /(?<![\w.~-])\/(home\/(?!(?:node|workflows|credentials)\b)|Users\/|root\/|tmp\/|var\/tmp\/)[\w.-]+/ },
	{ what: 'a path of a machine', pattern: /[A-Za-z]:\\+Users\\/ },
	{ what: 'the address of a package registry', pattern: /\bregistry\.[\w-]+\.\w+|\/\/npm\.pkg\.github\.com/ },
	{ what: 'a registry address in a lock file', pattern: /"resolved":\s*"https?:/ },
];

/**
 * Finds what a developer's machine left in files: it says nothing to others, and may say too much.
 *
 * @param files the files to look at; binary ones are passed over
 * @param machine texts that only this machine can have put there, such as the folder of the project
 * @returns one line per finding, with the place
 */
export function traceFindings(files: PackedFile[], machine: string[] = []): string[] {
	return files
		.filter(({ text }) => !text.includes('\0'))
		.flatMap(({ path, text }) =>
			text.split('\n').flatMap((line, index) => {
				const found = TRACES.find(({ pattern }) => pattern.test(line))?.what;
				const what = found ?? (machine.some((name) => line.includes(name)) ? 'a path of this machine' : undefined);
				return what ? [`${path}:${index + 1} has ${what}`] : [];
			}),
		);
}
