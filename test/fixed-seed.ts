/** Loaded before a test file (`--import`): every property test draws its cases from the seed, which is printed. */
import fc from 'fast-check';
import { seed } from './support/property.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
// A test process of test/run.ts has a parent, which prints it once.
if (process.send === undefined) console.log(`seed ${seed}: SPECMILL_SEED=${seed} repeats what the tests draw`);
