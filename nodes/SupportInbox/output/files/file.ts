import type { IBinaryData, IExecuteSingleFunctions, IN8nHttpFullResponse, PostReceiveAction } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceFailure } from '../../transport/errors/failure';
import { fileNameOf, mimeTypeOf } from './fileHeaders';

type Stream = Exclude<Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** Errors of n8n's own storage: the service is not to blame and asking it again would not help. */
const STORAGE_CODES = new Set(['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENOENT', 'ENOSPC', 'EPERM', 'EROFS']);

/**
 * Puts the file of an answer into the item's binary data as it arrives: it is never held in memory here.
 * The field's name comes from the parameter `binaryPropertyName`.
 *
 * @throws ServiceFailure when the file was cut off on its way, so that the gate tries again
 */
export const storeFile: PostReceiveAction = async function (_items, response) {
	const name = fileNameOf(response.headers);
	const type = mimeTypeOf(response.headers);
	const data = await stored(this, response, name, type);
	const json = { file_name: name ?? null, mime_type: type };
	return [{ json, binary: { [String(this.getNodeParameter('binaryPropertyName'))]: data } }];
};

async function stored(
	context: IExecuteSingleFunctions,
	{ body }: IN8nHttpFullResponse,
	name: string | undefined,
	type: string,
): Promise<IBinaryData> {
	return await context.helpers.prepareBinaryData(body as Stream, name, type).catch((error) => {
		const code = String(error.code ?? 'ECONNRESET');
		if (!STORAGE_CODES.has(code)) throw new ServiceFailure({ kind: 'network', code });
		throw new NodeOperationError(context.getNode(), `n8n could not store the file (${code})`, {
			description: "Check the disk space and the permissions of n8n's binary data folder.",
			itemIndex: context.getItemIndex(),
		});
	});
}
