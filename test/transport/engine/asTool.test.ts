import type { INodeParameters } from 'n8n-workflow';

import type { RunSettings } from '../../harness/engine';
import { byId, serviceFor } from '../../resources/service';

const service = serviceFor('ticket', 'getAll');
const search = async (filters: INodeParameters, node: RunSettings['node']) => await service.run({ filters }, { node });
const type = 'supportInboxTool';

it('tells an agent what was wrong and what would do, as an item: the description of an error does not reach it', async () => {
	const [{ json, pairedItem }] = await search({ statusCds: 'finished' }, { type });
	expect(json.error).toMatch(/^Statuses: "finished" is not known here\. It takes: closed, .*trash\.$/);
	expect(pairedItem).toEqual({ item: 0 });
	expect(service.sent()).toEqual([]);
});

it('tells an agent the error of the service with what to do about it', async () => {
	const [{ json }] = await service.run({ messageBoxId: byId(999) }, { node: { type } });
	expect(json.error).toMatch(/not find|not found|does not exist/i);
	expect(String(json.error).split('. ').length).toBeGreaterThan(1);
	expect(service.sent()).toHaveLength(1);
});

it('stops an agent where the user wants it: On Error says to stop the workflow', async () => {
	await expect(search({ statusCds: 'finished' }, { type, onError: 'stopWorkflow' })).rejects.toThrow('not known');
});

it('fails as before where it is no tool', async () => {
	await expect(search({ statusCds: 'finished' }, {})).rejects.toThrow('not known');
});
