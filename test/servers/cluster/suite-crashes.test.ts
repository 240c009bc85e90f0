import { runOnPostgres } from './run-on-postgres.ts';

runOnPostgres('jobs whose service is killed', ['runtime/jobs/crashes.slow.test.ts']);
