import { runOnPostgres } from './run-on-postgres.ts';

runOnPostgres('jobs', [
  'jobs/alerts.test.ts',
  'jobs/file-destination.slow.test.ts',
  'jobs/jobs.slow.test.ts',
  'jobs/jobs-api.slow.test.ts',
]);
