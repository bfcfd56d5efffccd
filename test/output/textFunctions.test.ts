/** A text of somebody else costs time that grows with its length, and not with its square, whatever is in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { sampled } from '../harness/scope';
import { costOf, PIECES, TEXT_FUNCTIONS, textOf } from './textFunctions';

const ROOT = join(__dirname, '../../nodes/SupportInbox');
const METHODS = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'normalize', 'segment', 'charCodeAt', 'codePointAt']);

/** Exports that use patterns, and why no text of any length comes to them, or which function of the list reads it. */
const OTHERS: Record<string, string> = {
	'adapter/expressions.ts evaluatedByEngine': 'splitExpression',
	'credentialTest.ts supportInboxApiTest': 'one token, one anchored pattern',
	'fields/enumerations.ts isListedColor': 'a code, one anchored pattern',
	'fields/expressions.ts MACHINE_TIME': 'used in textChecks',
	'fields/expressions.ts NO_DATE': 'used in refuseParts',
	'fields/expressions.ts OBJECT': 'used in refuseParts',
	'fields/expressions.ts UNREADABLE': 'used in refuseParts',
	'fields/names.ts NameLookup': 'looks for one blank',
	'fields/prepare.ts prepareWith': 'the path and the sentences of this package',
	'fields/rules/dates.ts shifted': 'a number and the time of now',
	'fields/sent.ts valueChecksOf': 'names of fields',
	'fields/shared/businessHours.ts businessHoursField': 'a pattern of one place',
	'fields/shared/simplify.ts formFields': 'names of fields',
	'listSearch.ts searchTickets': 'one anchored pattern',
	'loadOptions/readList.ts chosen': 'one value of a field',
	'loadOptions/readList.ts chosenIn': 'one value of a field, one anchored pattern',
	'loadOptions/readList.ts ofChosen': 'one anchored pattern',
	'output/file.ts storeFile': 'fileNameOf, fileNameFrom, mimeTypeOf',
	'output/metrics/waiting.ts withoutAutomaticAnswers': 'signedText, and normalize, which is linear',
	'output/text/rules.ts declaredFor': 'htmlToText',
	'output/text/rules.ts rulesOf': 'htmlToText',
	'output/text/styles.ts Looks': 'htmlToText',
	'output/text/tags.ts tokensOf': 'htmlToText',
	'output/text/writer.ts Writer': 'htmlToText',
	'output/success.ts success': 'names of fields',
	'output/sampleTicketUrl.ts addressFor': 'ticketAddressOf',
	'output/sampleTicketUrl.ts withTicketUrl': 'sampleTicketUrl',
	'output/sampleTicketUrl.ts withTicketUrls': 'sampleTicketUrl',
	'resources/contact/output.ts withItemNames': 'names of fields',
	'resources/contact/recordFields.ts plainOf': 'normalize, and a pattern of one place; at most 255 characters',
	'resources/contact/recordFields.ts replacedRowFields': 'plainOf',
	'resources/contact/recordFields.ts rowFields': 'plainOf',
	'resources/contact/recordFields.ts textFields': 'names of fields',
	'resources/ifExists.ts createUnlessThere': 'normalize, which is linear',
	'resources/email/participants.ts rejectOthers': 'a split at one place',
	'resources/ticket/search/filters.ts filters': 'a description',
	'resources/email/recipients.ts answeredIn': 'addressesIn, and a pattern that looks for one sign',
	'resources/email/recipients.ts copiedIn': 'addressesIn, and a pattern that looks for one sign',
	'resources/email/texts.ts checkTexts': 'htmlToText, and one pattern that begins with <',
	'resources/email/texts.ts withTexts': 'htmlToText, and one pattern that begins with <',
	'transport/errors/network.ts NETWORK': 'codes of Node, OpenSSL and the HTTP client, anchored patterns',
	'transport/mailHeaders/addresses.ts addressIn': 'addressesIn',
	'transport/mailHeaders/addresses.ts entriesIn': 'addressesIn',
	'transport/mailHeaders/addresses.ts entryIn': 'emailAddress',
	'transport/mailHeaders/addresses.ts mailboxesIn': 'addressesIn',
	'transport/mailHeaders/addresses.ts mailboxOf': 'addresses',
	'transport/mailHeaders/addresses.ts meantIn': 'emailAddress',
	'transport/client/lists.ts LISTS': 'paths',
	'transport/client/lists.ts ownerSlotOf': 'paths',
	'transport/permissions.ts rejectionOfRecipient': 'addressesIn',
	'transport/permissions.ts rejectUnlessAllowed': 'paths',
	'transport/permissions.ts isEmail': 'paths',
	'transport/emailLimit/emailLimit.ts emailLimitsOf': 'an anchored pattern of digits',
	'transport/emailLimit/emailLimit.ts wrongLimitIn': 'an anchored pattern of digits',
	'resources/named.ts hasSeparator': 'normalize, which is linear',
	'resources/named.ts rejectPath': 'normalize, which is linear, and fold',
	'resources/ticket/search/filters.ts foundOptions': 'a description',
	'transport/client/fileLink.ts followFileLink': 'patterns of one place',
	'transport/connection.ts connect': 'one token, one anchored pattern',
	'transport/mailHeaders/encodedWords.ts percentDecoded': 'fileNameOf',
	'transport/engine/dropdownReader.ts readForDropdown': 'paths',
	'transport/engine/failedItem.ts errorItemOf': 'a pattern of one place',
	'transport/engine/failedItem.ts failedItem': 'a pattern of one place',
	'transport/engine/failedItem.ts itemsOfParts': 'a pattern of one place',
	'transport/excerpt.ts around': 'cuts the text first',
	'store/time.ts millisOf': 'an anchored pattern of fixed lengths',
	'fields/parameterValues.ts parameterValues': 'patterns of words, and quoted texts',
	'transport/writes/comparison.ts dedupeKey': 'runs of blanks',
	'transport/writes/comparison.ts isLike': 'runs of blanks',
	'transport/writes/comparison.ts hasText': 'runs of blanks',
	'transport/writes/comparison.ts peopleIn': 'addressesIn, and normalize, which is linear',
	'transport/writes/comparison.ts plain': 'runs of blanks',
	'transport/writes/messageSearch.ts findMessage': 'names of states',
};

/** @returns the exports of a file that use a pattern or go through a text, themselves or by a function of the file */
function readersIn(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
	const found = new Map<string, { isExported: boolean; isDirect: boolean; names: Set<string> }>();
	const look = (name: string, declaration: ts.Node, isExported: boolean) => {
		const entry = { isExported, isDirect: false, names: new Set<string>() };
		const visit = (node: ts.Node): void => {
			if (ts.isIdentifier(node)) entry.names.add(node.text);
			const isCall = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && METHODS.has(node.expression.name.text);
			entry.isDirect ||= isCall || ts.isRegularExpressionLiteral(node);
			ts.forEachChild(node, visit);
		};
		visit(declaration);
		entry.isDirect ||= entry.names.has('RegExp') || entry.names.has('Segmenter');
		found.set(name, entry);
	};
	for (const statement of source.statements) {
		const isExported = ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
		if (ts.isVariableStatement(statement)) {
			for (const one of statement.declarationList.declarations) look(one.name.getText(), one, isExported);
		} else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) {
			look(statement.name.text, statement, isExported);
		}
	}
	const reads = (name: string, seen = new Set<string>()): boolean => {
		const entry = found.get(name);
		if (entry === undefined || seen.has(name)) return false;
		seen.add(name);
		return entry.isDirect || [...entry.names].some((other) => reads(other, seen));
	};
	return [...found].filter(([name, { isExported }]) => isExported && reads(name)).map(([name]) => name);
}

it('the list names every function that goes through a text', () => {
	const files = readdirSync(ROOT, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
	const readers = files.flatMap((entry) => {
		const file = join(entry.parentPath, entry.name);
		return readersIn(file).map((name) => `${relative(ROOT, file)} ${name}`);
	});
	const named = new Set([...Object.keys(OTHERS), ...Object.keys(TEXT_FUNCTIONS)]);
	expect(readers.filter((name) => !named.has(name))).toEqual([]);
	expect(Object.keys(OTHERS).filter((name) => !readers.includes(name))).toEqual([]);
	expect(readers.length).toBeGreaterThan(60);
});

const LENGTH = 8_000;
/** What a call costs besides what it reads, and what a busy machine adds. The best of many tries, some of them later, is hardly disturbed; a slow one stays slow in each. */
const NOISE_MS = 3;
const REPEATS = 10;
const ROUNDS = 4;

/** @returns whether a text of four times the length costs at most six times as much, in the best of some tries */
async function isLinear(read: (text: string) => unknown, piece: string): Promise<boolean> {
	const [short, long] = [textOf(piece, LENGTH), textOf(piece, 4 * LENGTH)];
	let [least, most] = [Infinity, Infinity];
	for (let time = 0; time < REPEATS; time++) {
		least = Math.min(least, await costOf(read, short));
		most = Math.min(most, await costOf(read, long));
		if (most <= 6 * least + NOISE_MS) return true;
	}
	return false;
}

const all = Object.keys(TEXT_FUNCTIONS).flatMap((name, shift) => PIECES.map((_, place) => ({ name, piece: PIECES[(place + shift) % PIECES.length] })));
const taken = sampled(all, ({ name, piece }) => [name, piece]);

it.each([...new Set(taken.map(({ name }) => name))])('%s: four times the length costs at most six times the time', async (name) => {
	const read = TEXT_FUNCTIONS[name];
	let slow = taken.filter((one) => one.name === name).map(({ piece }) => piece);
	for (let round = 0; round < ROUNDS && slow.length > 0; round++) {
		const measured = slow;
		slow = [];
		for (const piece of measured) if (!(await isLinear(read, piece))) slow.push(piece);
	}
	expect(slow).toEqual([]);
});
