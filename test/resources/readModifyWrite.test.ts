/** An update of a label or classification keeps what it does not name: the API document does not say whether the service does. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { loadOptions, runNode } from '../harness/engine';
import { readingsOf } from '../harness/readings';
import { simulatorOfEachTest } from '../harness/simulator';
import { letPass } from '../harness/skippedWaits';
import { sent } from './sent';
import { byId } from './service';

const INBOX = 103;

const simulator = simulatorOfEachTest();

/** Labels and classifications of the inbox; in each, one lies below another. */
const KINDS = [
	{
		resource: 'label',
		slot: 'labelId',
		collection: 'updateLabelFields',
		list: 'labels',
		separator: '/',
		loads: 'getLabels',
		add: (given: object) => simulator.store.addLabel(INBOX, { name: 'Size', color: 'purple_04', ...given }),
		unchanged: { color: 'purple_04' },
		change: { color: 'red_01' },
	},
	{
		resource: 'classification',
		slot: 'caseCategoryId',
		collection: 'updateClassificationFields',
		list: 'case_categories',
		separator: ' > ',
		loads: 'getClassificationsAndArchived',
		add: (given: object) => simulator.store.addClassification(INBOX, { name: 'Size', archived: true, ...given }),
		unchanged: { archived: true },
		change: { archived: false },
	},
] as const;

describe.each(KINDS)('$resource', ({ resource, slot, collection, list, separator, loads, add, unchanged, change }) => {
	const update = async (id: number | string, updateFields: INodeParameters) =>
		await runNode(simulator, { resource, operation: 'update', messageBoxId: byId(INBOX), [slot]: id, [collection]: updateFields });
	const below = (given: object = {}) => {
		const parent = add({ name: 'Return', ...(resource === 'classification' && { archived: false }) });
		return { parent, row: add({ parent_id: parent.id, ...given }) };
	};
	const requests = () => sent(simulator).map(({ method, path, query: { page = '' } }) => `${method} ${path} ${page}`.trim());
	const bodies = () => sent(simulator).flatMap(({ body }) => (body === undefined ? [] : [body]));
	const readings = readingsOf('labelUpdate');

	it.each(readings)('%s: keeps its other values where it gets another name, which is not that of the list: there it is a path', async (_title, reading) => {
		await simulator.setReadings(reading);
		const { parent, row } = below();
		expect(await update(row.id, { name: 'Wrong size' })).toMatchObject([{ json: { success: true, message_box_id: INBOX } }]);
		expect(requests()).toEqual([`GET ${INBOX}/${list} 1`, `PUT ${INBOX}/${list}/${row.id}`]);
		expect(bodies()).toEqual([{ name: 'Wrong size', parent_id: parent.id, ...unchanged }]);
		expect(row).toMatchObject({ name: 'Wrong size', parent_id: parent.id, ...unchanged });
	});

	it.each(readings)('%s: keeps its name and parent where it gets another value', async (_title, reading) => {
		await simulator.setReadings(reading);
		const { parent, row } = below();
		await update(row.id, change);
		expect(bodies()).toEqual([{ parent_id: parent.id, ...change }]);
		expect(row).toMatchObject({ name: 'Size', parent_id: parent.id, ...change });
	});

	it('is read as far as needed, and refused where the list does not have it', async () => {
		for (let number = 0; number < 100; number++) add({ name: `Other ${number}` });
		const row = add({});
		await update(row.id, { name: 'New' });
		await expect(update(999_999, { name: 'New' })).rejects.toThrow(`The inbox has no ${resource} 999999`);
		const pages = [1, 2].map((page) => `GET ${INBOX}/${list} ${page}`);
		expect(requests()).toEqual([...pages, `PUT ${INBOX}/${list}/${row.id}`, ...pages]);
	});

	it('gets no name that is a path of the list, also where the list need not be read for its other values', async () => {
		const { parent, row } = below();
		const other = add({ name: 'Other' });
		const all = resource === 'label' ? { color: 'red_01', parentId: String(parent.id) } : { archived: false, parentId: '__none__' };
		for (const fields of [{}, all]) {
			await expect(update(other.id, { ...fields, name: `Return${separator}Fresh` })).rejects.toMatchObject({
				message: `The name "Return${separator}Fresh" is a path: there is a ${resource} "Return"`,
				description: 'Nothing was changed. Enter "Fresh" as the Name and "Return" as the Parent.',
			});
		}
		await expect(update(row.id, { name: `Return${separator}Fresh` })).rejects.toThrow('is a path');
		expect(bodies()).toEqual([]);
	});

	it('gets a name that begins with its own path, or with no path', async () => {
		const { row } = below();
		const top = add({ name: 'A' });
		for (const [id, name] of [[top.id, `A${separator}B`], [row.id, `24${separator}7`]] as const) await update(id, { name });
		expect([top.name, row.name]).toEqual([`A${separator}B`, `24${separator}7`]);
	});

	it('is read for the write: what somebody edited since a list was read is not undone', async () => {
		const { row } = below();
		await loadOptions(simulator, loads, { resource, operation: 'update', messageBoxId: byId(INBOX) });
		Object.assign(row, change);
		await update(row.id, { name: 'New' });
		expect(row).toMatchObject({ name: 'New', ...change });
	});

	it('is read again when it is old before the update is sent again', async () => {
		const { row } = below();
		simulator.faults.add({ kind: 'status', status: 500, when: { method: 'PUT' } });
		simulator.interludes.add('before', { method: 'PUT' }, () => {
			Object.assign(row, change);
			letPass(3_000);
		});
		await update(row.id, { name: 'New' });
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		expect(row).toMatchObject({ name: 'New', ...change });
	});

	it('loses nothing where two executions change it at once', async () => {
		const { parent, row } = below();
		await Promise.all([update(row.id, { name: 'New' }), update(row.id, change)]);
		expect(sent(simulator).map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
		expect(row).toMatchObject({ name: 'New', parent_id: parent.id, ...change });
	});

	const [value] = Object.keys(unchanged);
	it.each<[string, IDataObject, string[]]>([
		['is missing', { omit: [value] }, [value]],
		['is of another kind', { replace: { [value]: { a: 1 } } }, [value]],
		['is a parent of another kind', { replace: { parent_id: 'x' } }, ['parent_id']],
		['is null', { replace: { [value]: null } }, []],
	])('gets its name, and the output says what was not sent along, where the list has a value that %s', async (_what, fault, left) => {
		const { parent, row } = below();
		simulator.faults.add({ kind: 'partial', ...fault, when: { path: new RegExp(`/${list}$`) } });
		const [{ json }] = await update(row.id, { name: 'New' });
		const usual: IDataObject = { parent_id: parent.id, ...unchanged };
		const without = [...left, ...(left.length === 0 ? [value] : [])];
		expect(bodies()).toEqual([{ name: 'New', ...Object.fromEntries(Object.entries(usual).filter(([name]) => !without.includes(name))) }]);
		expect(json.fields_not_sent).toEqual(left.length === 0 ? undefined : left);
	});
});

describe('what the service may not take back is not sent, so that a renaming works', () => {
	const rename = async ([resource, slot, collection]: readonly string[], id: number) =>
		(await runNode(simulator, { resource, operation: 'update', messageBoxId: byId(INBOX), [slot]: id, [collection]: { name: 'New' } }))[0].json;

	it.each(['yellow_02', 'pink_01', 'black_01', 'red_05', ''])('the color %j of a label', async (color) => {
		const { id } = simulator.store.addLabel(INBOX, { name: 'Size', color: color as 'red_01' });
		expect(await rename(['label', 'labelId', 'updateLabelFields'], id)).toEqual({ success: true, message_box_id: INBOX, label_id: id, fields_not_sent: ['color'] });
		expect(sent(simulator)[1].body).toEqual({ name: 'New' });
	});

	it('a parent that is archived', async () => {
		const parent = simulator.store.addClassification(INBOX, { name: 'Return', archived: true });
		const { id } = simulator.store.addClassification(INBOX, { name: 'Size', parent_id: parent.id });
		expect(await rename(['classification', 'caseCategoryId', 'updateClassificationFields'], id)).toEqual({ success: true, message_box_id: INBOX, case_category_id: id, fields_not_sent: ['parent_id'] });
		expect(sent(simulator)[1].body).toEqual({ name: 'New', archived: false });
	});
});
