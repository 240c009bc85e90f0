import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { isBlank } from './blanks.ts';
import type { Case } from './cases/case.ts';
import { columnCases } from './cases/columns.ts';
import { correctionCases } from './cases/corrections.ts';
import { fixedWidthCases } from './cases/fixed-width.ts';
import { lineCases } from './cases/lines.ts';
import { quoteCases } from './cases/quotes.ts';
import { ruleCases } from './cases/rules.ts';
import { typeCases } from './cases/types.ts';
import { interpret } from './interpret.ts';
import type { Interpretation, OracleRecord } from './interpret.ts';
import { decodeText } from './lines.ts';

const cases = [
  ...lineCases,
  ...quoteCases,
  ...columnCases,
  ...typeCases,
  ...correctionCases,
  ...ruleCases,
  ...fixedWidthCases,
];

for (const one of cases) {
  test(one.name, () => {
    const found = run(one);
    assert.equal(found.records.flatMap(formatRecord), one.records);
    const published = found.records.filter(({ outcome }) => outcome === 'processed');
    if (one.messages)
      assert.equal(
        published.map(({ message }) => message),
        one.messages,
      );
    if (one.keys)
      assert.equal(
        published.map(({ key }) => key),
        one.keys,
      );
    if (one.end) assert.is(formatEnd(found), one.end);
  });
}

function run({ format = 'CSV', spec, file, skipInvalid = false, today, limit }: Case): Interpretation {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : Uint8Array.from(file);
  // As in the reader of specs, every scalar is the text of its source.
  const tree: object = parse(`name: t\nformat: ${format}\n${spec}`, { schema: 'failsafe' });
  return interpret(tree, bytes, {
    skipInvalidRecords: skipInvalid,
    ...(today && { today }),
    ...(limit && { maxRecordBytes: limit }),
  });
}

function formatRecord({ record, line, byteOffset, outcome, value, issues }: OracleRecord): string[] {
  const members = value && [...value].map(([name, plain]) => `${JSON.stringify(name)}:${JSON.stringify(plain)}`);
  const issueLines = issues.map((issue) => {
    const judged = issue.masked
      ? ` #${issue.length}`
      : issue.value === undefined
        ? ''
        : ` ${JSON.stringify(issue.value)}`;
    return `  ${issue.severity} ${issue.code} ${issue.ruleId ?? '-'} ${issue.field ?? '-'}${judged}`;
  });
  return [`${record} ${line}:${byteOffset} ${outcome} ${members && `{${members.join(',')}}`}`, ...issueLines];
}

function formatEnd({ status, counters, warnings, failure }: Interpretation): string {
  const codes = warnings.map(({ code }) => ` ${code}`).join('');
  return `${status} other=${counters.otherLines} corrected=${counters.correctedRecords}${codes}${failure ? ` !${failure.code}` : ''}`;
}

test('case names are unique, and there are enough cases', () => {
  assert.is(new Set(cases.map(({ name }) => name)).size, cases.length);
  assert.ok(cases.length >= 80);
});

test('blank means White_Space of Unicode', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const char = String.fromCodePoint(point);
    if (isBlank(char) !== /^\p{White_Space}$/u.test(char)) assert.unreachable(`U+${point.toString(16)}`);
  }
});

test('decoding byte by byte returns the same text as decoding at once', () => {
  const hostile = [
    0xc3, 0x28, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x9f, 0x0a, 0xed, 0xa0, 0x80, 0xff, 0xc0, 0xaf, 0xf4,
    0x90, 0x80, 0x80, 0xe2,
  ];
  for (let from = 0; from < hostile.length; from++) {
    const bytes = Uint8Array.from(hostile.slice(from));
    const text = decodeText(bytes, 'utf-8');
    assert.is(text.chars.join(''), new TextDecoder().decode(bytes));
    assert.is(text.ends.at(-1), bytes.length);
  }
});

test('counters, statuses and issue counts are consistent', () => {
  for (const one of cases) {
    const { records, counters, issueCounts } = run(one);
    assert.is(counters.processedRecords + counters.failedRecords + counters.skippedRecords, counters.totalRecords);
    const issues = records.flatMap((record) => record.issues).length;
    assert.is(
      issueCounts.reduce((sum, { count }) => sum + count, 0),
      issues,
    );
    for (const { message } of records) if (message !== null) JSON.parse(message);
  }
});

test.run();
