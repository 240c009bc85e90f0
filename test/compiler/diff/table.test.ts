import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeTexts } from '../../../compiler/tools/diff/model/change-texts/change-texts.ts';
import {
  type Axis,
  type Change,
  type Grade,
  judgeChanges,
  type JudgedChange,
  readAndCheck,
} from '../../../compiler/index.ts';
import { levelOf } from '../../../runtime/cli/format/diff.ts';
import { caseNames, expectedPath, readState } from './change-case.ts';

/** The table of all kinds of change, generated from the list of codes and from the cases that prove their grades. */
const PATH = join(import.meta.dirname, '../../../compiler/tools/diff/changes.md');
const AXES: readonly Axis[] = ['input', 'message', 'verdict'];
const LEVELS = ['FULL', 'BACKWARD', 'FORWARD', 'none'];
const GRADES: readonly Grade[] = ['breaking', 'compatible', 'neutral'];

/**
 * Changes of whole specs and of reference tables, which the two states do not show, proved in cli.slow.test.ts. And changes that no key of today's
 * formats can have, proved in test/compiler/seams/.
 */
const WHOLE: readonly Pick<Change, 'code' | 'axis' | 'grade' | 'message'>[] = [
  {
    code: 'spec_added',
    axis: 'input',
    grade: 'compatible',
    message: changeTexts.spec_added.input({ name: 'returns' }),
  },
  {
    code: 'spec_removed',
    axis: 'input',
    grade: 'breaking',
    message: changeTexts.spec_removed.input({ name: 'returns' }),
  },
  {
    code: 'reference_table_changed',
    axis: 'verdict',
    grade: 'breaking',
    message: changeTexts.reference_table_changed.verdict({ table: 'currencies', part: null, before: '', after: '' }),
  },
  {
    code: 'format_setting_changed',
    axis: 'input',
    grade: 'breaking',
    message: changeTexts.format_setting_changed.input({ key: 'separator', field: null }),
  },
];

interface Row extends Pick<Change, 'code' | 'axis' | 'grade' | 'message'> {
  readonly cases: number;
  /** The levels at which a registry accepts the edits. */
  readonly levels: ReadonlySet<string>;
}

const NO_LEVELS: ReadonlySet<string> = new Set();

/** Returns the changes of a case with what a registry says about them. */
function judgeCase(name: string, old: string, now: string, changes: readonly Change[]): readonly JudgedChange[] {
  const [before, after] = [old, now].map((state) => readAndCheck(readState(name, state)).spec);
  if (!before || !after) throw new Error(`${name} has errors`);
  return judgeChanges(before, after, changes);
}

function readRows(): Row[] {
  const found = new Map<string, Row>(WHOLE.map((row) => [keyOf(row), { ...row, cases: 0, levels: NO_LEVELS }]));
  for (const name of caseNames('')) {
    const { changes, back } = JSON.parse(readFileSync(expectedPath(name), 'utf8')) as {
      changes: Change[];
      back: Change[];
    };
    for (const change of [...judgeCase(name, 'old', 'new', changes), ...judgeCase(name, 'new', 'old', back)]) {
      const { code, axis, grade, message } = change;
      const level = levelOf(change);
      const known = found.get(keyOf({ code, axis, grade }));
      found.set(keyOf({ code, axis, grade }), {
        code,
        axis,
        grade,
        message: known?.message ?? message,
        cases: (known?.cases ?? 0) + 1,
        levels: new Set([...(known?.levels ?? []), ...(level === '' ? [] : [level])]),
      });
    }
  }
  const codes = Object.keys(changeTexts);
  const place = ({ code, axis, grade }: Row) =>
    codes.indexOf(code) * 9 + AXES.indexOf(axis) * 3 + GRADES.indexOf(grade);
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

function keyOf({ code, axis, grade }: Pick<Change, 'code' | 'axis' | 'grade'>): string {
  return `${code} ${axis} ${grade}`;
}

function writeTable(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;');
  return `# What a change of a spec means

${new Set(rows.map(({ code }) => code)).size} kinds of change, as \`specmill diff\` reports them. A code is never renamed and never reused. A change is reported once for each axis that it affects:

- *input*: which files can be read, and where each field is read from.
- *message*: the shape of the event: members, types, order and key.
- *verdict*: the worst severity of a record (none, WARNING, ERROR, FATAL). A change that can only lower verdicts is compatible. A change that can raise a verdict, even to WARNING, is breaking. A change of wording is neutral.

The grade can depend on the rest of the spec. For example, a new rule is compatible if an earlier rule already rejects the same values.

The column *registry* says at which level of compatibility a schema registry accepts the edits, if messages are Avro: FULL (both directions), BACKWARD (programs with the new schema read older messages), FORWARD (programs with the older schema read new messages), or none. Several values: it depends on the rest of the spec. \`–\`: the schema is the same. \`test/compiler/diff/registry.test.ts\` compares this with the resolution of the package avsc.

Tests prove each row with edits in \`test/compiler/diff/changes\`, each applied in both directions. The last column is the number of edits. A breaking change needs a generated file that shows it. For other grades, no generated file may show a difference. For record types and rules of a file, a compatible change must leave every valid file valid.

\`test/compiler/diff/table.test.ts\` writes this page when \`SPECMILL_UPDATE=1\` is set.

| code | axis | grade | message | registry | edits |
|---|---|---|---|---|---|
${rows.map(({ code, axis, grade, message, cases, levels }) => `| \`${code}\` | ${axis} | ${grade} | ${cell(message)} | ${describeLevels(levels)} | ${cases === 0 ? '–' : cases} |`).join('\n')}
`;
}

function describeLevels(levels: ReadonlySet<string>): string {
  return levels.size === 0 ? '–' : LEVELS.filter((level) => levels.has(level)).join(', ');
}

test('the table matches the cases', () => {
  const table = writeTable(readRows());
  if (process.env['SPECMILL_UPDATE'] && (!existsSync(PATH) || readFileSync(PATH, 'utf8') !== table))
    writeFileSync(PATH, table);
  assert.is(table, readFileSync(PATH, 'utf8'));
});

test('every code has a case on every axis on which it is reported; there are more than 40 kinds', () => {
  const rows = readRows();
  const covered = new Set(rows.map(({ code, axis }) => `${code} ${axis}`));
  const due = Object.entries(changeTexts).flatMap(([code, texts]) =>
    Object.keys(texts).map((axis) => `${code} ${axis}`),
  );
  assert.equal(
    due.filter((one) => !covered.has(one)),
    [],
  );
  assert.ok(Object.keys(changeTexts).length >= 40);
  console.log(
    `note: ${Object.keys(changeTexts).length} kinds of change, ${rows.length} with axis and grade, proved by ${2 * caseNames('').length} edits`,
  );
});

test.run();
