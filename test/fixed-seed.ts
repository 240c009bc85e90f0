/**
 * One seed for every property of the suites, so that a run can be repeated: SPECMILL_SEED chooses another,
 * `SPECMILL_SEED=random` a new one each time (the long forms of the suites want that).
 */
import fc from 'fast-check';

const wanted = process.env['SPECMILL_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });
