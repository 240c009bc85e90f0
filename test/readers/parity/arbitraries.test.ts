import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { interpret } from '../oracle/interpret.ts';
import { createScenario, scenarioDrafts } from './arbitraries.ts';
import { scaleRuns } from '../../support/property.ts';

test("the oracle's results are consistent for generated files", () => {
  const property = fc.property(scenarioDrafts, (draft) => {
    const { spec, files, today } = createScenario(draft);
    for (const { bytes, feeding } of files) {
      const { records, counters } = interpret(spec, bytes, { skipInvalidRecords: feeding.skipInvalidRecords, today });
      assert.equal(counters.processedRecords + counters.failedRecords + counters.skippedRecords, counters.totalRecords);
      for (const { message, key } of records) {
        if (message !== null) assert.ok(JSON.parse(message));
        assert.notEqual(key, '');
      }
    }
  });
  fc.assert(property, { numRuns: scaleRuns(150) });
});

test('generated files have valid and invalid records, and every kind of issue', () => {
  const met = new Map<string, number>();
  const meet = (name: string) => met.set(name, (met.get(name) ?? 0) + 1);
  for (const draft of fc.sample(scenarioDrafts, { seed: 1, numRuns: 400 })) {
    const { spec, files, today } = createScenario(draft);
    for (const { bytes } of files) {
      const { records, warnings, failure } = interpret(spec, bytes, { today });
      records.forEach(({ outcome, issues }) =>
        [issues.length === 0 ? 'clean' : outcome, ...issues.map(({ code }) => code)].forEach(meet),
      );
      [...warnings, ...(failure ? [failure] : [])].forEach(({ code }) => meet(code));
    }
  }
  if (process.env['SPECMILL_FUZZ_STATISTICS']) console.log(Object.fromEntries([...met].sort()));
  const codes = [
    'MALFORMED_QUOTES',
    'RECORD_TOO_LONG',
    'INVALID_ENCODING',
    'TOO_FEW_COLUMNS',
    'TOO_MANY_COLUMNS',
    'TYPE_MISMATCH',
    'REQUIRED',
    'MIN_VALUE',
    'MAX_VALUE',
    'MIN_LENGTH',
    'MAX_LENGTH',
    'REGEX',
    'DATE_RANGE',
    'ALLOWED_VALUES',
    'CHECK_DIGIT',
    'COMPARE',
  ];
  const ends = ['MISSING_HEADER', 'MISSING_COLUMN', 'DUPLICATE_COLUMN', 'UNKNOWN_COLUMN', 'EMPTY_FILE'];
  for (const name of [...codes, ...ends]) assert.ok((met.get(name) ?? 0) >= 3, `${name}: ${met.get(name)}`);
  const clean = met.get('clean') ?? 0;
  const all = clean + (met.get('processed') ?? 0) + (met.get('failed') ?? 0);
  assert.ok(clean > all / 5 && clean < (all * 4) / 5, `${clean} clean records of ${all}`);
});

test.run();
