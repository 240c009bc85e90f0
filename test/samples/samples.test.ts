import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Issue, SpecModule, UniqueKeys } from '../../compiler/kernel/model/contract.ts';
import { bindTables } from '../../runtime/base/model/bound-tables.ts';
import { formatOutcome, outcomeOf, type Outcome } from '../../runtime/runs/sample-tests/outcome.ts';
import { runSample } from '../../runtime/runs/sample-tests/run-sample.ts';
import { createLoader } from './load-module.ts';
import { messageText, readModule, recordText, type Reading } from './read-module.ts';
import { joinRuns, runModule, type Cut, type Input, type Run } from './run-module.ts';
import { selectCases } from '../support/property.ts';
import { findCases, findSpecSamples, type Sample } from './sample.ts';

// SPECMILL_UPDATE=1 rewrites the expected results. The difference is reviewed like code.
const updates = process.env['SPECMILL_UPDATE'] === '1';
const specsFolder = join(import.meta.dirname, '../../specs');
const load = createLoader();
const whole: Cut = { chunkBytes: 1 << 20 };
const otherCuts: Cut[] = [
  { chunkBytes: 1 },
  { chunkBytes: 7, batchRecords: 2 },
  { chunkBytes: 1 << 20, batchRecords: 1 },
];

const cases = findCases(import.meta.dirname);
const specSamples = findSpecSamples(specsFolder);

for (const sample of [...cases, ...specSamples]) {
  test(sample.name, async () => {
    const { module: plain, diagnostics } = await load(sample.spec);
    const module = sample.tables === undefined ? plain : bindTables(plain, { tables: sample.tables, versions: [] });
    const known = readExpected(sample);
    const input = { module, file: readFileSync(sample.inputPath), options: known?.options ?? {} };
    const { run } = runModule(input, whole);
    await compareWithExpected({ sample, diagnostics, run, known, module });
    compareCuts(input, run);
    compareResumed(input, run);
    await compareReading(input, run);
    if (!sample.spec.text.includes('today')) compareChecks(module, await readModule(input));
  });
}

test('there are samples to run', () => {
  assert.ok(cases.length >= 60, `${cases.length} cases`);
  assert.ok(specSamples.length >= 6, `${specSamples.length} samples of the example specs`);
});

test.run();

function readExpected({ expectedPath }: Sample): Outcome | null {
  // The files are written by this test.
  return existsSync(expectedPath) ? (JSON.parse(readFileSync(expectedPath, 'utf8')) as Outcome) : null;
}

interface Comparison {
  readonly sample: Sample;
  readonly diagnostics: readonly string[];
  readonly module: SpecModule;
  readonly run: Run;
  readonly known: Outcome | null;
}

/** Compares the results of a transform with the expected ones and with those of `read`. */
async function compareWithExpected({ sample, diagnostics, module, run, known }: Comparison): Promise<void> {
  const transformed = await runSample(module, sample.inputPath, known?.options ?? {});
  assert.equal({ events: transformed.events, errors: transformed.errors }, { events: run.events, errors: run.errors });
  const actual: Outcome = {
    ...(known?.options === undefined ? {} : { options: known.options }),
    ...(diagnostics.length === 0 ? {} : { diagnostics }),
    ...outcomeOf(transformed, sample.hasAllEvents),
  };
  if (updates) writeFileSync(sample.expectedPath, formatOutcome(actual));
  else if (known === null) throw new Error(`${sample.expectedPath} is not there; SPECMILL_UPDATE=1 writes it`);
  else assert.fixture(formatOutcome(actual), formatOutcome(known));
}

/**
 * Checks that the results are the same for every split into chunks and batches. With `messages: false` only the
 * messages are missing.
 */
function compareCuts(input: Input, run: Run): void {
  for (const cut of otherCuts) assert.equal(runModule(input, cut).run, run, `in chunks of ${cut.chunkBytes}`);
  const dry = runModule({ ...input, options: { ...input.options, messages: false } }, whole).run;
  assert.equal(dry, { ...run, events: [] }, 'without messages');
}

/**
 * Checks that a new transformer resumes after any batch but the last with the same results, also after one that ends
 * before the header.
 */
function compareResumed(input: Input, run: Run): void {
  const keys = createKnownKeys();
  const observed = { ...input, options: { ...input.options, uniqueKeys: keys } };
  const { stops } = runModule(observed, { chunkBytes: Math.max(7, Math.ceil(input.file.length / 12)) });
  for (const stop of selectCases(stops.slice(0, -1), 4)) {
    // Processes exchange positions as JSON.
    const from = JSON.parse(JSON.stringify(stop.next)) as typeof stop.next;
    const after = runModule(
      { ...input, file: input.file.subarray(from.byteOffset), options: { ...observed.options, from } },
      whole,
    ).run;
    assert.equal(joinRuns(stop.run, after), run, `resumed after record ${from.record}`);
  }
}

/** Creates the keys of UNIQUE rules in a whole file. A later reading finds only the keys of earlier records. */
function createKnownKeys(): UniqueKeys {
  const known = new Map<string, number>();
  return {
    add(rule, key, record) {
      const name = `${rule} ${key}`;
      const first = known.get(name) ?? record;
      known.set(name, first);
      return first < record ? first : null;
    },
  };
}

/** Compares what `read` returns with what the transformer publishes and reports. */
async function compareReading(input: Input, run: Run): Promise<void> {
  const { outcomes, failure } = await readModule(input);
  const fatal = run.fileIssues.find(({ severity }) => severity === 'FATAL');
  assert.is(failure, run.failure?.code ?? fatal?.code ?? null, 'the failure of read');
  assert.equal(
    outcomes.map(({ record }) => record),
    outcomes.map((_, i) => i + 1),
  );
  assert.is(outcomes.length, run.records);
  const reported = outcomes
    .filter(({ issues }) => issues.length > 0)
    .map(({ value: _, issues, ...place }) => ({ ...place, messages: issues }));
  assert.equal(
    reported,
    run.errors.map(({ byteLength: _, ...rest }) => rest),
    'issues from read',
  );
  const published = outcomes
    .filter(({ outcome, recordType }) => outcome === 'processed' && isPublished(input.module, recordType))
    .map(({ value, recordType }) => recordText(withoutType(value ?? {}, recordType)));
  assert.equal(
    published,
    run.events.map(({ value }) => messageText(value)),
    'records from read',
  );
}

function isPublished({ spec: { recordTypes } }: SpecModule, type: string | undefined): boolean {
  return recordTypes === undefined || recordTypes.some(({ name, isPublished }) => name === type && isPublished);
}

/** Returns a record as its message has it: without the name of its type. */
function withoutType(value: object, type: string | undefined): object {
  if (type === undefined) return value;
  const { recordType: _, ...fields } = value as { recordType?: unknown };
  return fields;
}

/**
 * Checks records from `read` again as plain objects: they have the same issues, except those of their texts and of fields
 * that they do not contain. Plain objects have no cells.
 */
function compareChecks(module: SpecModule, { outcomes }: Reading): void {
  // A rule on a document needs its other records.
  const ofDocuments = new Set(module.spec.documents?.rules);
  const hidden = new Set(
    module.spec.fields.flatMap(({ name, isPublished, isMasked }) => (isPublished === false || isMasked ? [name] : [])),
  );
  const isHidden = ({ field, fields = [] }: Issue) =>
    [field, ...fields.map((one) => one.field)].some((name) => hidden.has(name ?? ''));
  const groups = module.spec.recordTypes?.flatMap(({ name, isGroup }) => (isGroup === true ? [name] : []));
  for (const { value, issues, recordType = '' } of outcomes) {
    const isGroup = groups?.includes(recordType) === true;
    const isWhole = value !== null && issues.every(({ code, ruleId }) => ruleId !== null && !code.startsWith('VALUE_'));
    if (!isWhole) continue;
    const checked = module.check(value);
    // A rule on the order of records needs the record before this one.
    const own = issues
      .filter((issue) => issue.firstRecord === undefined && !ofDocuments.has(issue.ruleId ?? '') && !isHidden(issue))
      .map(({ original: _, originalLength: __, ...issue }) => issue);
    // The columns of a group in a file have its number.
    const numbered = own.map((issue, at) => ({ ...issue, ...(isGroup && { column: checked[at]?.column ?? null }) }));
    assert.equal(checked, numbered, 'the issues of check');
  }
}
