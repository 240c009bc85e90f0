import { proveChanges } from './prove-changes.ts';

proveChanges('verdict-');
