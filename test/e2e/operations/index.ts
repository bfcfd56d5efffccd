import { contacts } from './contacts';
import { labels } from './labels';
import { lists } from './lists';
import { tickets } from './tickets';
import type { Story } from './trial';

/** Between them, every operation of the node once. */
export const stories: Record<string, Story> = { contacts, labels, lists, tickets };
