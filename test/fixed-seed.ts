/** Loaded before a test file (`--import`). Every property test generates its cases from the seed, which is printed. */
import fc from 'fast-check';
import { seed } from './support/property.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
// Under test/run.ts, the parent process prints it once.
if (process.send === undefined) console.log(`seed ${seed}: SPECMILL_SEED=${seed} repeats this run`);
