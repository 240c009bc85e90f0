import { runOnPostgres } from './run-on-postgres.ts';

runOnPostgres('stores and runs', [
  'runtime/store-specs.test.ts',
  'runtime/store-topics.test.ts',
  'runtime/store-together.test.ts',
  'runtime/store-progress.test.ts',
  'runtime/runs.test.ts',
  'runtime/runs-rejects.slow.test.ts',
  'runtime/retention.test.ts',
  'runtime/sink-contract.test.ts',
]);
