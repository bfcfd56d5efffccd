/** A label or classification that is there already, and one whose creation was not answered. */
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../harness/engine';
import { execute } from '../harness/execution';
import { simulatorOfEachTest } from '../harness/simulator';
import { sent } from './sent';
import { byId, INBOX } from './service';

const simulator = simulatorOfEachTest();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const KINDS = [
	{ resource: 'label', path: '101/labels', key: 'label_id', collection: 'createLabelFields', separator: '/', rows: () => simulator.store.inbox(INBOX).labels },
	{ resource: 'classification', path: '101/case_categories', key: 'case_category_id', collection: 'createClassificationFields', separator: ' > ', rows: () => simulator.store.inbox(INBOX).classifications },
];

describe.each(KINDS)('$resource', ({ resource, path, key, collection, separator, rows }) => {
	const parameters = (name: string, additionalFields: INodeParameters = {}) => ({ resource, operation: 'create', messageBoxId: byId(INBOX), name, [collection]: additionalFields });
	const create = async (...given: Parameters<typeof parameters>) => (await runNode(simulator, parameters(...given))).map(({ json }) => json);
	/** without further pages of the list */
	const methods = () => sent(simulator).filter((request) => request.path.startsWith(path) && request.query.page !== '2').map(({ method }) => method);
	const named = (name: string) => rows().all().filter((row) => row.name === name);

	it('is used where it is there already', async () => {
		const [first] = rows().all();
		expect(await create(first.name)).toEqual([{ [key]: first.id, created: false }]);
		expect(methods()).toEqual(['GET']);
	});

	it.each(['return', 'ＲＥＴＵＲＮ\u3000', 'Re\u200bturn', '\u202aReturn\u202c'])('is used where its name only looks the same: %j', async (alike) => {
		const [{ [key]: id }] = await create('Return');
		const { length } = rows().all();
		expect(await create(alike)).toEqual([{ [key]: id, created: false }]);
		expect(rows().all()).toHaveLength(length);
	});

	it('is the one with exactly the name, beside one that only looks the same', async () => {
		const ofKind = resource === 'label' ? 'addLabel' : 'addClassification';
		const [alpha] = ['Alpha', 'ALPHA'].map((name) => simulator.store[ofKind](INBOX, { name }).id);
		expect(await create('Alpha')).toEqual([{ [key]: alpha, created: false }]);
		await expect(create('alpha')).rejects.toThrow('There are 2');
	});

	it('is created where another parent has one of the name', async () => {
		const [parent] = rows().all();
		const [top] = await create('Size');
		const [below] = await create('Size', { parentId: String(parent.id) });
		expect([top.created, below.created]).toEqual([true, true]);
		expect(await create('Size', { parentId: String(parent.id) })).toEqual([{ ...below, created: false }]);
	});

	it('is created at the top where an expression says so, and not where it finds nothing', async () => {
		expect(await create('Size', { parentId: '={{ $json.mistyped ?? "__none__" }}' })).toEqual([{ [key]: expect.any(Number), created: true }]);
		expect(sent(simulator).at(-1)!.body).not.toHaveProperty('parent_id');
		await expect(create('Size', { parentId: '={{ $json.mistyped }}' })).rejects.toThrow('Parent: There is no value');
	});

	it('is created where the name is the end of another one below the same parent', async () => {
		const [parent] = rows().all();
		const below = { parentId: String(parent.id) };
		const [other] = await create(`Red${separator}Blue`, below);
		const [blue] = await create('Blue', below);
		expect(blue).toEqual({ [key]: expect.any(Number), created: true });
		expect(await create('Blue', below)).toEqual([{ ...blue, created: false }]);
		expect(await create(`Red${separator}Blue`, below)).toEqual([{ ...other, created: false }]);
	});

	it('is created once for two items and two executions at once', async () => {
		const twice = Array.from({ length: 2 }, async () => await runNode(simulator, parameters('Once'), { items: [{ json: {} }, { json: {} }] }));
		const items = (await Promise.all(twice)).flat();
		expect(named('Once')).toHaveLength(1);
		expect(items.map(({ json }) => json.created).sort()).toEqual([false, false, false, true]);
	});

	it('with Refuse it is refused, and nothing is sent', async () => {
		const [{ name, id }] = rows().all();
		await expect(create(name, { ifExists: 'error' })).rejects.toThrow(`There is a ${resource} "${name}" already (ID ${id})`);
		expect(methods()).toEqual(['GET']);
		expect(await create('Fresh', { ifExists: 'error' })).toEqual([{ [key]: expect.any(Number), created: true }]);
	});

	it('with Create Another there are two, of which none is used afterwards', async () => {
		await create('Twice', { ifExists: 'create' });
		await create('Twice', { ifExists: 'create' });
		expect(methods()).toEqual(['POST', 'POST']);
		await expect(create('Twice')).rejects.toThrow(new RegExp(`There are 2 (labels|classifications) "Twice" \\(ID ${named('Twice').map(({ id }) => id).join(', ')}\\)`));
		expect(named('Twice')).toHaveLength(2);
	});

	it('a lost answer is an error, and the next try finds it', async () => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		await expect(runNode(simulator, parameters('Fresh'))).rejects.toMatchObject({ description: expect.stringMatching(/may have done it nevertheless.*Run this again/) });
		expect(methods()).toEqual(['GET', 'POST']);
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		const { items } = await execute(simulator, parameters('Fresher'), { node: RETRY });
		expect(items[0].json).toEqual({ [key]: named('Fresher')[0].id, created: false });
		expect([named('Fresh').length, named('Fresher').length]).toEqual([1, 1]);
	});

	it.each(['error', 'create'])('with "%s" a lost answer stays unknown, and nothing is sent again', async (ifExists) => {
		simulator.faults.add({ kind: 'resetAfter', when: { method: 'POST' } });
		const { error } = await execute(simulator, parameters('Fresh', { ifExists }), { node: RETRY });
		expect(error).toBeDefined();
		expect(methods().filter((method) => method === 'POST')).toHaveLength(1);
		expect(named('Fresh')).toHaveLength(1);
	});
});

describe.each(KINDS)('$resource whose name has the sign between the names of a path', ({ resource, path, key, collection, separator }) => {
	const create = async (name: string, additionalFields: INodeParameters = {}) =>
		(await runNode(simulator, { resource, operation: 'create', messageBoxId: byId(INBOX), name, [collection]: additionalFields })).map(({ json }) => json);
	const posted = () => sent(simulator).filter((request) => request.path.startsWith(path) && request.method === 'POST');
	/** An entry with one below it, and one below that. */
	async function family() {
		const [top] = await create('Top');
		const [middle] = await create('Middle', { parentId: String(top[key]) });
		const [low] = await create('Low', { parentId: String(middle[key]) });
		simulator.clearRequests();
		return { top, middle, low };
	}

	/** A name, its parent, and what to enter instead. */
	it.each<[string, 'top' | 'middle' | undefined, [name: string, parent: string]]>([
		['Top|Middle', undefined, ['Middle', 'Top']],
		['top|Fresh', undefined, ['Fresh', 'Top']],
		['Top|Fresh', 'top', ['Fresh', 'Top']],
		['Middle|Low', 'top', ['Low', 'Top|Middle']],
		['Top|Middle|Fresh', undefined, ['Fresh', 'Top|Middle']],
		['Top|Fresh', 'middle', ['Fresh', 'Top']],
	])('%s, parent %s: a path is no name, and the refusal says what to enter', async (path, parent, instead) => {
		const all = await family();
		const [wanted, ...entered] = [path, ...instead].map((text) => text.replace(/\|/g, separator));
		for (const ifExists of ['useExisting', 'error']) {
			await expect(create(wanted, { ifExists, ...(parent && { parentId: String(all[parent][key]) }) })).rejects.toMatchObject({
				message: `The name "${wanted}" is a path: there is a ${resource} "${entered[1]}"`,
				description: `Nothing was created. Enter "${entered[0]}" as the Name and "${entered[1]}" as the Parent. Create Another, under If It Exists, creates it as it is.`,
			});
		}
		expect(posted()).toEqual([]);
		expect((await create(entered[0], { parentId: entered[1] }))[0]).toHaveProperty(key);
	});

	it.each(['24|7', 'A|B', 'Top|', '|Middle', 'TopMiddle', 'Top-Middle'])('%s is a name', async (name) => {
		await family();
		expect(await create(name.replace('|', separator).trim())).toEqual([{ [key]: expect.any(Number), created: true }]);
	});

	it('is created with Create Another', async () => {
		await family();
		expect(await create(`Top${separator}Middle`, { ifExists: 'create' })).toEqual([{ [key]: expect.any(Number), created: true }]);
	});

	it('one that has the path as its own name is found, and says how it can be put in its place', async () => {
		const odd = `Size${separator}Small`;
		const [{ [key]: id }] = await create(odd);
		const [size] = await create('Size');
		await expect(create('Small', { parentId: String(size[key]) })).rejects.toMatchObject({
			message: `There is a ${resource} "${odd}" already (ID ${String(id)})`,
			description: `Nothing was created. It has the name "${odd}" at the top: enter that to use it, or correct it with Update; Create Another, under If It Exists, creates one more.`,
		});
		expect(await create(odd)).toEqual([{ [key]: id, created: false }]);
		const [slot, fields] = resource === 'label' ? ['labelId', 'updateLabelFields'] : ['caseCategoryId', 'updateClassificationFields'];
		await runNode(simulator, { resource, operation: 'update', messageBoxId: byId(INBOX), [slot]: id as number, [fields]: { name: 'Small', parentId: String(size[key]) } });
		expect(await create('Small', { parentId: String(size[key]) })).toEqual([{ [key]: id, created: false }]);
	});
});

it('an archived classification is used, and said to be one, only where none in use has the name', async () => {
	const create = async (more: INodeParameters = {}) =>
		(await runNode(simulator, { resource: 'classification', operation: 'create', messageBoxId: byId(INBOX), name: 'Old', createClassificationFields: more })).map(({ json }) => json);
	const archived = simulator.store.addClassification(INBOX, { name: 'Old', archived: true });
	expect(await create()).toEqual([{ case_category_id: archived.id, created: false, archived: true }]);
	await expect(create({ ifExists: 'error' })).rejects.toThrow(`(ID ${archived.id})`);
	const used = simulator.store.addClassification(INBOX, { name: 'Old' });
	expect(await create()).toEqual([{ case_category_id: used.id, created: false }]);
});
