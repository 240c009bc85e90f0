import { SCHEMA_STEPS } from '../../runtime/state/store/engine/schema.ts';

/** Jobs as an earlier version stored them, by id. */
export const OLD_JOBS = {
  none: { name: 'none', to: { topic: 't' } },
  some: { name: 'some', options: { delivery: 'all-or-nothing', maxErrors: 5 } },
  all: { options: { skipInvalidRecords: true, delivery: 'exactly-once', onDuplicateFile: 'ALLOW' }, name: 'all' },
};

const BEFORE = { skipInvalidRecords: false, delivery: 'at-least-once', onDuplicateFile: 'WARN' };

/** The same jobs after the migration. */
export const MIGRATED_JOBS = {
  none: { ...OLD_JOBS.none, options: BEFORE },
  some: { ...OLD_JOBS.some, options: { ...BEFORE, ...OLD_JOBS.some.options } },
  all: OLD_JOBS.all,
};

/** The number of migration steps before the one that writes the old defaults into stored jobs. */
export const STEPS_BEFORE_DEFAULTS = SCHEMA_STEPS.findIndex(
  (step) => typeof step !== 'string' && step.sqlite.includes('UPDATE jobs'),
);
