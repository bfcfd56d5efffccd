import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../test/schemas/schema';
import { resources } from '../../nodes/SupportInbox/resources';
import type { Operation, Resource } from '../../nodes/SupportInbox/resources/operation';
import { FIELD_COLUMNS, fieldRows } from './fields';
import { heading, table } from './markdown';
