import { runOnPostgres } from './run-on-postgres.ts';

runOnPostgres('the service', [
  'runtime/server-drafts.test.ts',
  'runtime/server-events.test.ts',
  'runtime/server-http.test.ts',
  'runtime/server-limits.test.ts',
  'runtime/server-metrics.test.ts',
  'runtime/server-runs.test.ts',
  'runtime/server-specs.test.ts',
  'runtime/server-upload.test.ts',
  'runtime/server-lifecycle.slow.test.ts',
  'runtime/server-life.slow.test.ts',
  'runtime/record-types-service.slow.test.ts',
]);
