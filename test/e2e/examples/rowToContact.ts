import { ADDRESS_BOOK_ID } from '../../../scripts/demo/setUp';
import type { Example } from '../../../scripts/demo/workflow';
import type { WorkflowDefinition } from '../../../scripts/n8n-host/api';
import { failureText, type Execution } from '../../../scripts/n8n-host/execution';
import { observe } from '../observe';
import { kintoneCredential, startKintone, withApp, type KintoneApp } from './kintoneApp';
import { beside, type Stage, type Trials } from './stage';
import { without } from './without';

const TRIGGER = 'Every 15 minutes';
const OF_KINTONE = ['Read the kintone records', 'One item for each record', 'Take the columns of kintone', 'Write it back to kintone'];
const OF_SHEET = ['Read the rows of the sheet', 'Take the columns of the sheet', 'Write it back to the sheet'];
const SHEET = { documentId: { __rl: true, mode: 'id', value: 'stand-in' }, sheetName: { __rl: true, mode: 'id', value: '0' } };
const TEXT = 'SINGLE_LINE_TEXT' as const;
const startApp = async () =>
	await startKintone({ fields: Object.fromEntries(['email', 'last_name', 'first_name', 'company', 'tel', 'contact_result', 'contact_synced'].map((code) => [code, TEXT])) });
const done = (what: string) => expect.stringMatching(new RegExp(`^${what} on \\d{4}-\\d\\d-\\d\\d$`)) as unknown;

/** The example as a user fills it in; nodes of a source that he does not have are to be deleted. */
async function filled(stage: Stage, kintone?: KintoneApp): Promise<Example> {
	const parameters = {
		'Read the kintone records': { url: kintone?.recordsUrl },
		'Write it back to kintone': { url: kintone?.recordUrl },
		'Read the rows of the sheet': SHEET,
		'Write it back to the sheet': SHEET,
	};
	const workflow = await stage.fill(undefined, parameters, { httpHeaderAuth: await kintoneCredential(stage.api) });
	return withApp(workflow, kintone?.app ?? '');
}

/** @returns a contact as the service has it; undefined where there is none */
async function contact({ around: { simulator } }: Stage, email: string): Promise<Record<string, unknown> | undefined> {
	const url = `${simulator.baseUrl}/api/v2/customer_groups/${ADDRESS_BOOK_ID}/customers/email/${encodeURIComponent(email)}`;
	const response = await fetch(url, { headers: { Authorization: `Bearer ${simulator.token}` } });
	return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

const results = ({ records }: KintoneApp) => records.map(({ values }) => values.contact_result);

/** Runs a workflow by hand as often as it is called. @returns the requests about contacts that a run sent */
async function runner(stage: Stage, workflow: WorkflowDefinition) {
	const id = await stage.api.createWorkflow(workflow);
	return async (check: (execution: Execution) => void = (execution) => expect(failureText(execution)).toBeUndefined()) => {
		const observation = await observe(stage.around.simulator);
		check(await stage.api.runWorkflow(id, TRIGGER));
		return (await observation.requests()).filter(({ path }) => path.includes('/customers/')).map(({ method }) => method);
	};
}

export const rowToContact: Trials = {
	'makes contacts of the records of kintone, writes each result back, and takes only what has changed the next time': beside(startApp, async (stage, kintone) => {
		const run = await runner(stage, without(await filled(stage, kintone), OF_SHEET));
		kintone.edit({ email: 'hana@rows.example', last_name: 'Yamada', first_name: 'Hana', company: 'A & "B"', tel: '03-5550-0101' });
		kintone.edit({ email: 'not an address', last_name: 'Bad' });
		kintone.edit({ last_name: 'Nobody' });
		kintone.edit({});
		kintone.edit({ email: 'ken@rows.example', last_name: 'Sato' });
		expect((await run()).sort()).toEqual(['GET', 'GET', 'POST', 'POST']);
		expect(await contact(stage, 'hana@rows.example')).toMatchObject({ last_name: 'Yamada', first_name: 'Hana', company_name: 'A & "B"', tels: [{ tel: '03-5550-0101' }] });
		expect(await contact(stage, 'ken@rows.example')).toMatchObject({ last_name: 'Sato', first_name: null });
		const refused = expect.stringMatching(/^Not done: .+/) as unknown;
		expect(results(kintone)).toEqual([done('Created'), refused, refused, undefined, done('Created')]);
		expect(kintone.done).toHaveLength(5);
		// Its own results are changes of the records: they start nothing, and no result is written again.
		expect(await run()).toEqual([]);
		expect(await run()).toEqual([]);
		expect(kintone.done.slice(5)).toEqual(Array(2).fill('GET /k/v1/records.json'));
		kintone.edit({ company: 'C' }, 5);
		kintone.edit({ email: 'now@rows.example' }, 2);
		expect((await run()).sort()).toEqual(['GET', 'GET', 'POST', 'PUT']);
		expect(await contact(stage, 'ken@rows.example')).toMatchObject({ last_name: 'Sato', company_name: 'C' });
		expect(results(kintone)).toEqual([done('Created'), done('Created'), refused, undefined, done('Updated')]);
		expect(kintone.done.slice(7)).toEqual(['GET', 'PUT', 'PUT'].map((method) => `${method} /k/v1/record${method === 'GET' ? 's' : ''}.json`));
	}),

	'does in the next run what the service did not take, and reads more records than kintone gives at once': beside(startApp, async (stage, kintone) => {
		const run = await runner(stage, without(await filled(stage, kintone), OF_SHEET));
		for (let number = 1; number <= 500; number++) kintone.edit({ email: `${number}@rows.example`, contact_synced: `${number}@rows.example | | | |` });
		kintone.edit({ email: 'last@rows.example', last_name: 'Last' });
		await stage.around.simulator.fail({ kind: 'status', status: 400, when: { path: '/customers/', times: 'always' } });
		try {
			await run();
		} finally {
			await stage.around.simulator.failNoMore();
		}
		expect(results(kintone).slice(-2)).toEqual([undefined, expect.stringMatching(/^Not done: /)]);
		await run();
		expect(results(kintone).slice(-2)).toEqual([undefined, done('Created')]);
		expect(await contact(stage, 'last@rows.example')).toMatchObject({ last_name: 'Last' });
		expect(kintone.done.filter((request) => request.startsWith('GET'))).toHaveLength(4);
	}),

	// n8n's Google node talks to Google only: what it reads and answers is given here, and what it gets to write is looked at.
	'takes the rows of a sheet beside those of kintone, and gives each its own result': beside(startApp, async (stage, kintone) => {
		kintone.edit({ email: 'both@rows.example', last_name: 'Kin' });
		const row = (row_number: number, values: object) => ({ json: { row_number, email: '', last_name: '', first_name: '', company: '', tel: '', contact_result: '', contact_synced: '', ...values } });
		const rows = [
			row(2, { email: 'sheet@rows.example', last_name: '=1+1', tel: 3_555_001 }),
			row(3, { email: 'broken', last_name: 'B' }),
			row(4, { email: 'same@rows.example', last_name: 'Same', contact_synced: 'same@rows.example | Same | | |' }),
			row(5, {}),
		];
		const workflow = await filled(stage, kintone);
		const pinData = { 'Read the rows of the sheet': rows, 'Write it back to the sheet': [{ json: {} }] };
		const run = await runner(stage, { ...workflow, pinData });
		await run((execution) => {
			expect(failureText(execution)).toBeUndefined();
			// What was done and what was not come one after the other.
			const written = execution.data.resultData.runData['From kintone?']!.flatMap(({ data }) => data?.main[1] ?? []).map(({ json }) => json);
			expect(written).toEqual([
				{ source: 'sheet', row_number: 2, contact_result: done('Created'), contact_synced: 'sheet@rows.example | =1+1 | | | 3555001' },
				{ source: 'sheet', row_number: 3, contact_result: expect.stringMatching(/^Not done: /) as unknown, contact_synced: '' },
			]);
		});
		expect(results(kintone)).toEqual([done('Created')]);
		expect(await contact(stage, 'sheet@rows.example')).toMatchObject({ last_name: '=1+1', tels: [{ tel: '3555001' }] });
		expect(await contact(stage, 'same@rows.example')).toBeUndefined();
	}),

	'is published with the nodes of kintone deleted': async (stage) => {
		await stage.publish(without(await filled(stage), OF_KINTONE), async () => {});
	},
};
