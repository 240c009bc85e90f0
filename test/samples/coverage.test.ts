import { runWarnings } from '../../compiler/language/formats/model/run-warnings.ts';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSpec } from '../../compiler/pipeline/1-read/read-spec.ts';
import type { AnySpec } from '../../compiler/pipeline/1-read/spec-shape.ts';
import { correctionKinds } from '../../compiler/language/corrections/correction-kinds.ts';
import { check } from '../../compiler/index.ts';
import { ruleKinds } from '../../compiler/language/rules/rule-kinds.ts';
import { typeKinds } from '../../compiler/language/types/type-kinds.ts';
import type { Outcome } from '../../runtime/runs/sample-tests/outcome.ts';
import { findCases, findSpecSamples, type Sample } from './sample.ts';
import { hasRecordTypes, viewRecordTypes } from '../../compiler/pipeline/1-read/record-views.ts';

const examples = findSpecSamples(join(import.meta.dirname, '../../specs'));
const cases = findCases(import.meta.dirname);

const csvSettings = [
  'encoding',
  'hasHeader',
  'delimiter',
  'quote',
  'escape',
  'comment',
  'skipLines',
  'skipBlankLines',
  'columnMatch',
  'onExtraColumns',
  'onMissingColumns',
  'onTypeMismatch',
  'onMissingRequired',
  'nullValues',
  'onNoRecords',
  'recordWhen',
  'skipBlanks',
  'escapeOutsideQuotes',
  'wholeRowQuoted',
  'recordSeparator',
  'skipRepeatedHeader',
  'trailingDelimiter',
  'ignoreColumns',
  'headerMatch',
  'runWarnings',
  'messageKey',
  'numbersAs',
  'maxRecordBytes',
];
const fixedWidthSettings = [
  'encoding',
  'hasHeader',
  'skipLines',
  'skipBlankLines',
  'onExtraColumns',
  'onMissingColumns',
  'nullValues',
  'onNoRecords',
  'recordWhen',
  'recordLength',
  'positions',
  'lineTerminator',
  'messageKey',
  'maxRecordBytes',
  'start',
  'length',
  'align',
  'padChar',
  'scale',
  'required',
  'sensitive',
];
const xmlSettings = [
  'encoding',
  'onDoctype',
  'onSeveralMatches',
  'concatenated',
  'onNoRecords',
  'recordPath',
  'namespaces',
  'nullValues',
  'messageKey',
  'maxRecordBytes',
  'columnName',
  'separator',
  'required',
  'sensitive',
];
const structureCodes = [
  'MALFORMED_QUOTES',
  'RECORD_TOO_LONG',
  'INVALID_ENCODING',
  'TOO_MANY_COLUMNS',
  'TOO_FEW_COLUMNS',
];
/** Issues that the example specs do not show. */
const otherStructureCodes = ['BYTE_ORDER_MARK'];
/** A rule with a reference table needs a file beside the samples: test/compiler/reference.test.ts shows it. */
const ruleTypes = Object.keys(ruleKinds).filter((ruleType) => ruleType !== 'IN_REFERENCE');
const valueCodes = ['TYPE_MISMATCH', 'VALUE_TOO_LONG', 'VALUE_TOO_COSTLY', ...ruleTypes];
/**
 * Run warnings that other tests show: a resumed run does not search the end of a long cell (test/readers/long-cells.test.ts),
 * the runtime reads workbooks (test/readers/xlsx/), and it adds what follows from the spec alone (test/compiler/spec-warnings.test.ts).
 */
const WITHOUT_SAMPLE = new Set(['QUOTE_TOO_LONG', 'HIDDEN_CELLS', 'TWO_DIGIT_YEAR']);
const fileCodes = [
  'UNKNOWN_COLUMN',
  'MISSING_COLUMN',
  'DUPLICATE_COLUMN',
  'MISSING_HEADER',
  'EMPTY_FILE',
  'no_record_found',
  ...Object.keys(runWarnings).filter((code) => !WITHOUT_SAMPLE.has(code)),
  'unsupported_file',
  'encoding_differs',
];

test('the example specs show every type, correction, rule and severity', () => {
  const specs = examples.map(specOf).flatMap((spec) => (hasRecordTypes(spec) ? viewRecordTypes(spec) : [spec]));
  const rules = specs.flatMap(({ validationRules = [] }) => validationRules);
  contains(
    specs.flatMap(({ fields }) => fields.map(({ type }) => type)),
    Object.keys(typeKinds),
  );
  contains(
    specs.flatMap(({ correctionRules = [] }) => correctionRules.map(({ correctionType }) => correctionType)),
    Object.keys(correctionKinds),
  );
  contains(
    rules.map(({ ruleType }) => ruleType),
    ruleTypes,
  );
  contains(
    rules.map(({ severity = 'ERROR' }) => severity),
    ['WARNING', 'ERROR', 'FATAL'],
  );
});

test('the example specs have no diagnostics', () => {
  for (const { spec } of examples)
    assert.equal(
      check({ ...spec, path: basename(spec.path), expectedName: basename(spec.path, '.yaml') }),
      [],
      spec.path,
    );
});

test('the files of the example specs violate every kind of rule', () => {
  contains(examples.flatMap(issueCodesOf), [...structureCodes, 'TYPE_MISMATCH', ...ruleTypes]);
});

test('each example spec has a file without issues and one with issues', () => {
  for (const path of new Set(examples.map(({ spec }) => spec.path))) {
    const own = examples.filter(({ spec }) => spec.path === path);
    const outcomes = own.map(expectedOf);
    const isTyped = own.some((sample) => hasRecordTypes(specOf(sample)));
    assert.ok(
      outcomes.some(
        ({ result }) => result.status === 'SUCCESS' && result.processedRecords > 0 && result.warningRecords === 0,
      ),
      path,
    );
    assert.ok(
      outcomes.some(({ result }) =>
        isTyped
          ? (result.fileIssues ?? []).length > 1 || result.failedRecords > 1
          : result.status === 'PARTIAL_SUCCESS' && result.warningRecords > 0 && result.failedRecords > 0,
      ),
      path,
    );
  }
});

test('the small samples show every setting of CSV and every code', () => {
  contains(
    cases.flatMap((sample) => Object.keys(specOf(sample))),
    csvSettings,
  );
  contains(cases.flatMap(issueCodesOf), [...structureCodes, ...otherStructureCodes, ...valueCodes]);
  contains(cases.flatMap(fileCodesOf), fileCodes);
});

test('the small samples show every setting of FIXED_WIDTH and every code of its structure', () => {
  const samples = cases.filter((sample) => specOf(sample).format === 'FIXED_WIDTH');
  contains(samples.map(specOf).flatMap(keysOf), fixedWidthSettings);
  contains(samples.flatMap(issueCodesOf), [
    'RECORD_TOO_SHORT',
    'RECORD_TOO_LONG',
    'INVALID_ENCODING',
    'TOO_MANY_COLUMNS',
  ]);
});

test('the small samples show every setting of XML and every code of its structure', () => {
  const samples = cases.filter((sample) => specOf(sample).format === 'XML');
  contains(samples.map(specOf).flatMap(keysOf), xmlSettings);
  contains(
    samples.flatMap((sample) => [...issueCodesOf(sample), ...fileCodesOf(sample)]),
    ['RECORD_TOO_LONG', 'MALFORMED_XML', 'no_record_found'],
  );
});

test('the small samples show every code of record types and rules of a file', () => {
  contains(cases.flatMap(issueCodesOf), [
    'UNEXPECTED_RECORD',
    'MISSING_RECORD',
    'UNKNOWN_RECORD_TYPE',
    'PARENT_INVALID',
    'UNIQUE',
    'ORDERED',
  ]);
  contains(
    cases.flatMap((sample) => (expectedOf(sample).result.fileIssues ?? []).map(({ code }) => code)),
    ['MISSING_RECORD', 'INCOMPLETE_BLOCK', 'COUNT_EQUALS', 'SUM_EQUALS', 'COUNT_RANGE'],
  );
});

test.run();

function specOf({ spec }: Sample): AnySpec {
  const reading = readSpec(spec);
  if (reading.spec === null) throw new Error(`${spec.path} is wrong`);
  return reading.spec;
}

/** The settings of a spec and the keys of its fields. */
function keysOf(spec: AnySpec): string[] {
  const fields = hasRecordTypes(spec) ? spec.recordTypes.flatMap((type) => type.fields) : spec.fields;
  return [spec, ...fields].flatMap((part) => Object.keys(part));
}

function expectedOf({ expectedPath }: Sample): Outcome {
  if (!existsSync(expectedPath)) throw new Error(`${expectedPath} is not there; SPECMILL_UPDATE=1 writes it`);
  // The files are written by these tests.
  return JSON.parse(readFileSync(expectedPath, 'utf8')) as Outcome;
}

function issueCodesOf(sample: Sample): string[] {
  return expectedOf(sample).errors.flatMap(({ messages }) => messages.map(({ code }) => code));
}

function fileCodesOf(sample: Sample): string[] {
  const { warnings, failure } = expectedOf(sample).result;
  return [...warnings.map(({ code }) => code), ...(failure === undefined ? [] : [failure.code])];
}

function contains(found: readonly string[], due: readonly string[]): void {
  assert.equal(
    due.filter((word) => !found.includes(word)),
    [],
    'not covered by any sample',
  );
}
