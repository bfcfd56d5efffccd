/** Texts that must not promise what the API document does not state, or leave out what a write costs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SNOOZE_TERMS } from '../../nodes/SupportInbox/fields/enumerations';
import { SupportInbox } from '../../nodes/SupportInbox/SupportInbox.node';
import { SupportInboxTrigger } from '../../nodes/SupportInbox/SupportInboxTrigger.node';
import { placesIn } from './places';

const fields = placesIn(new SupportInbox().description.properties, '').map(({ at, field }) => ({ at, ...field }));
const helpOf = (name: string, at = '') => fields.filter((field) => field.name === name && field.at.includes(at)).map(({ description = '' }) => description);
const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const pageOf = (name: string) => readFileSync(join(__dirname, `../../docs/${name}.md`), 'utf8');

it('what a write to a sleeping ticket resets is named in full, in the help and in README', () => {
	const texts = [...helpOf('ifSnoozed'), README];
	expect(texts).toHaveLength(4);
	for (const lost of ['return time', 'snooze comment', 'notified user', 'approval requirement']) {
		expect(texts.filter((text) => !text.includes(lost))).toEqual([]);
	}
});

it('no help text has a hole, where a number or a name was taken out', () => {
	const all = [new SupportInbox(), new SupportInboxTrigger()].flatMap(({ description }) => [...JSON.stringify(description).matchAll(/"description":"(.*?)(?<!\\\\)"/g)].map(([, text]) => text));
	expect(all.length).toBeGreaterThan(200);
	expect(all.filter((text) => /\s[,;:.](?!\.)|\s\s|\(\s*\)|undefined/.test(text))).toEqual([]);
});

it('the help of a switch says whether: several are made by one function, where no lint rule sees the text', () => {
	const trigger = placesIn(new SupportInboxTrigger().description.properties, '').map(({ field }) => field);
	const switches = [...fields, ...trigger].filter(({ type }) => type === 'boolean');
	expect(switches.length).toBeGreaterThan(20);
	expect(switches.filter(({ description = '' }) => !description.startsWith('Whether ')).map(({ displayName }) => displayName)).toEqual([]);
});

it('a dropdown says what an expression may give: of users a name, of template categories a name, never an ID alone', () => {
	const loaded = fields.filter(({ typeOptions }) => typeOptions?.loadOptionsMethod !== undefined);
	const given = (method: RegExp) => loaded.filter(({ typeOptions }) => method.test(typeOptions!.loadOptionsMethod!)).map(({ description = '' }) => description);
	expect(loaded.filter(({ description = '' }) => /specify an ID/i.test(description))).toEqual([]);
	for (const text of given(/^getUsers/)) expect(text).toMatch(/Expressions take (a name|names)\./);
	for (const text of given(/^getTemplateCategories/)) expect(text).toContain('Expressions take its name.');
});

it('a label that is updated stays where it is without a new parent, a classification can be moved to the first level', () => {
	expect(helpOf('parentId', 'label > update')).toEqual([expect.stringContaining('Default: no change')]);
	expect(helpOf('parentId', 'label > create')).toEqual([expect.stringContaining('Default: none')]);
});

it('one word: what the trigger hands to n8n is emitted, in its fields and on its pages', () => {
	for (const text of [JSON.stringify(new SupportInboxTrigger().description), pageOf('trigger')]) {
		expect(text.match(/.{0,40}\b(?:(?:is|are|was|were) given|gives)\b.{0,40}/g)).toBeNull();
	}
});

it('README says that it has never met a live tenant, and what n8n Cloud installs', () => {
	expect(README).toMatch(/Never run against a live tenant/);
	expect(README).toMatch(/n8n Cloud\*\* installs only packages that n8n has verified/);
});

it('a label or classification that is there already is no surprise', () => {
	const texts = helpOf('ifExists');
	expect(texts.length).toBeGreaterThan(0);
	for (const text of texts) expect(text).toMatch(/there already under the same parent/);
});

it('what the document does not state is marked as such', () => {
	expect(SNOOZE_TERMS.find(({ value }) => value === 'no_term')!.description).toMatch(/the API document does not say/);
	for (const text of [...helpOf('clearFields'), ...helpOf('archived')]) expect(text).toMatch(/API document|document/);
	expect(helpOf('approvalRequired')).toEqual([expect.stringMatching(/the service may set it/)]);
	expect(helpOf('lastUpdated')).toEqual([expect.stringMatching(/does not say which changes move it/)]);
});
