import { contacts } from './contacts';
import { correspondence } from './correspondence';
import { labelsAndClassifications } from './labelsAndClassifications';
import { lists } from './lists';
import { tickets } from './tickets';
import type { Story } from './trial';

/** Between them, every operation of the node once. */
export const stories: Record<string, Story> = {
	contacts,
	correspondence,
	'labels and classifications': labelsAndClassifications,
	lists,
	tickets,
};
