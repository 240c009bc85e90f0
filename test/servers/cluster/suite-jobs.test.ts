import { runOnPostgres } from './run-on-postgres.ts';

runOnPostgres('jobs', [
  'runtime/jobs/alerts.test.ts',
  'runtime/jobs/file-destination.slow.test.ts',
  'runtime/jobs/jobs.slow.test.ts',
  'runtime/jobs/jobs-api.slow.test.ts',
]);
