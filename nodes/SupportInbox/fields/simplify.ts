import { flag } from './rules';
import { settingField } from './sent';

/** For records of more than ten fields or with long texts; the shape comes from output/simplify.ts. */
export const simplifyField = settingField(flag, {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});
