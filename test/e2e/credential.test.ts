import { failureText, outputJson } from '../../scripts/n8n-host/execution';
import { chain, START, start } from './workflows';
import { CREDENTIAL_TYPE, enterWorld, NODE_TYPE, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await enterWorld();
});

it('says in a dropdown why it is empty when the token is wrong', async () => {
	const data = { baseUrl: world.simulator.baseUrl, accessToken: 'wrong' };
	const credentials = { [CREDENTIAL_TYPE]: await world.api.createCredential('Wrong', CREDENTIAL_TYPE, data) };
	const parameters = { resource: 'ticket', operation: 'update' };
	const users = world.api.options({ nodeType: NODE_TYPE, path: 'parameters.assignee', methodName: 'getUsers', parameters, credentials });
	await expect(users).rejects.toThrow(/token/i);
});

it("serves n8n's HTTP Request node, for what the node does not have", async () => {
	const parameters = {
		url: `${world.simulator.baseUrl}/api/v2/message_boxes`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		options: {},
	};
	const request = { name: 'Request', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters, credentials: world.credentials };
	const execution = await world.api.runWorkflow(await world.api.createWorkflow(chain('By hand', start(), request)), START);
	expect(failureText(execution)).toBeUndefined();
	expect(outputJson(execution, 'Request')).toMatchObject([{ message_box_id: 101 }, { message_box_id: 102 }, { message_box_id: 103 }]);
});
