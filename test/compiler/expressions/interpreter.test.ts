import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { isQuick, scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { type Drawn, drawExpression, type DrawnType, DRAWN_FIELDS, WORDS as TABLE } from './draw-expression.ts';
import { canonical, evaluate, NotComputed, type Value } from './interpreter.ts';

/** The number of specs in the full run. With 12 expressions and 9 records each, it has more than 100,000 evaluations. */
const SPECS = 950;
const QUICK_SPECS = 30;
const EXPRESSIONS = 12;
const RULES = 3;
const RECORDS = 9;
const MAX_BYTES = 5000;
const TYPES: readonly [DrawnType, ...DrawnType[]] = ['string', 'int', 'decimal', 'bool', 'date'];
const WORDS = { string: 'STRING', int: 'INTEGER', decimal: 'DECIMAL', bool: 'BOOLEAN', date: 'DATE' } as const;

const reference = {
  words: new TextEncoder().encode(
    ['key,word,other', ...TABLE.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))].join(
      '\n',
    ),
  ),
};

interface Computed {
  readonly name: string;
  readonly type: DrawnType;
  readonly drawn: Drawn;
}

/** A cell of a record: its text, and its value. Undefined: the text is not of the type of its field. */
interface DrawnCell {
  readonly text: string;
  readonly value: Value | undefined;
}

test('emitted code and both readers agree with an interpreter of the language', async () => {
  const specs = isQuick ? QUICK_SPECS : scaleRuns(SPECS);
  for (let index = 0; index < specs; index++) await compareSpec(randomOf(seed, index), index);
});

test.run();

async function compareSpec(random: Random, index: number): Promise<void> {
  const computed = Array.from({ length: EXPRESSIONS }, (_, at): Computed => {
    const type = random.pick(TYPES);
    return { name: `c${at}`, type, drawn: drawExpression(random, type, 1 + random.below(4)) };
  });
  const base = Object.entries(DRAWN_FIELDS).flatMap(([type, names]) =>
    names.map((name) => ({ name, type: type as DrawnType })),
  );
  const fields = [
    ...base.map(({ name, type }) => ({ name, type: WORDS[type], publish: random.oneIn(2) })),
    ...computed.map(({ name, type, drawn }) => ({ name, type: WORDS[type], value: drawn.text })),
  ];
  // Expressions may precede the fields that they read.
  if (random.oneIn(2)) fields.sort(() => random.below(3) - 1);
  const conditions = Array.from({ length: RULES }, () => drawExpression(random, 'bool', 1 + random.below(3)));
  const validationRules = conditions.map(({ text: value }, at) => ({
    ...{ ruleId: `r${at}`, field: 't1', ruleType: 'EXPRESSION', value },
  }));
  const numbersAs = random.pick(['NUMBER', 'STRING'] as const);
  const spec = {
    name: 'drawn',
    format: 'CSV',
    onTypeMismatch: 'ERROR',
    maxRecordBytes: MAX_BYTES,
    numbersAs,
    reference: { words: { key: 'key' } },
    fields,
    validationRules,
  };
  const text = JSON.stringify(spec);
  const module = await loadModule({ text, path: 'drawn.json', syntax: 'json' });
  const records = Array.from({ length: RECORDS }, () => base.map(({ type }) => drawCell(random, type)));
  const rows = [base.map(({ name }) => name), ...records.map((cells) => cells.map((cell) => cell.text))];
  const file = new TextEncoder().encode(rows.map((row) => `${row.map(quoteCell).join(',')}\n`).join(''));
  const expected = records.map((cells, at) => expectRecord({ base, computed, conditions, cells, number: at + 1 }));
  for (const fast of [false, true]) {
    const transformer = module.createTransformer({ fast, fileName: 'file "1".csv', reference });
    const batches = [...transformer.push(file), ...transformer.end()];
    const lines = batches.flatMap(({ bytes, ends }) =>
      Array.from(ends, (end, at) => new TextDecoder().decode(bytes.subarray(ends[at - 1] ?? 0, end))),
    );
    const issues = new Map(
      batches.flatMap(({ recordIssues }) => recordIssues.map((one) => [one.record, one.issues] as const)),
    );
    for (const [at, record] of expected.entries()) {
      const found = readMembers(lines[at] ?? '{}', computed);
      const place = `seed ${seed}, spec ${index}, record ${at + 1}, fast ${fast}: ${JSON.stringify(rows[at + 1])}`;
      for (const { name, drawn } of computed)
        assert.is(found.get(name), record.values.get(name), `${place}\n${name} = ${drawn.text}`);
      assert.equal(codesOf(issues.get(at + 1) ?? []), record.issues, place);
    }
  }
}

/** Returns the members of a message as texts: numbers keep their digits, and null is `null`. */
function readMembers(line: string, computed: readonly Computed[]): Map<string, string> {
  // Numbers become texts, so that no digit is lost.
  const message = JSON.parse(line.replace(/("(?:c|i|d)[0-9]+":)(-?[0-9][0-9.]*)/g, '$1"$2"')) as Record<
    string,
    unknown
  >;
  return new Map(computed.map(({ name }) => [name, String(message[name])]));
}

function codesOf(issues: readonly Issue[]): string[] {
  return issues.map(({ code, field }) => `${code} ${field ?? ''}`).sort();
}

function expectRecord({
  base,
  computed,
  conditions,
  cells,
  number,
}: {
  base: readonly { readonly name: string }[];
  computed: readonly Computed[];
  conditions: readonly Drawn[];
  cells: readonly DrawnCell[];
  number: number;
}): { values: Map<string, string>; issues: string[] } {
  const invalid = new Set(base.filter((_, at) => cells[at]?.value === undefined).map(({ name }) => name));
  const fields = new Map(base.map(({ name }, at) => [name, cells[at]?.value ?? null]));
  const issues = [...invalid].map((name) => `TYPE_MISMATCH ${name}`);
  const values = computed.map(({ name, type, drawn }): [string, string] => {
    if (drawn.reads.some((read) => invalid.has(read))) return [name, 'null'];
    try {
      const value = evaluate(drawn.tree, { fields, fileName: 'file "1".csv', number, maxBytes: MAX_BYTES });
      return [name, type === 'date' && typeof value === 'number' ? isoDay(value) : String(value)];
    } catch (error) {
      if (!(error instanceof NotComputed)) throw error;
      issues.push(`VALUE_NOT_COMPUTED ${name}`);
      return [name, 'null'];
    }
  });
  for (const { tree, reads } of conditions) {
    if (reads.some((read) => invalid.has(read))) continue;
    try {
      const holds = evaluate(tree, { fields, fileName: 'file "1".csv', number, maxBytes: MAX_BYTES });
      if (holds === false) issues.push('EXPRESSION t1');
    } catch (error) {
      if (!(error instanceof NotComputed)) throw error;
      issues.push('VALUE_NOT_COMPUTED t1');
    }
  }
  return { values: new Map(values), issues: issues.sort() };
}

function drawCell(random: Random, type: DrawnType): DrawnCell {
  if (random.oneIn(6)) return { text: '', value: null };
  if (type !== 'string' && random.oneIn(25)) return { text: 'wrong', value: undefined };
  switch (type) {
    case 'string': {
      const text = random.pick([
        'S',
        'H',
        'a,b',
        ' x ',
        'POL-12345678',
        '12',
        '-1.5',
        'ä😀"',
        '01.02.2024',
        'xx'.repeat(30),
        '__proto__',
      ]);
      return { text, value: text };
    }
    case 'int': {
      const text = random.pick(['0', '-0', '7', '+12', '-003', '9'.repeat(400), '3']);
      return { text, value: canonical(text) };
    }
    case 'decimal': {
      const text = random.pick(['0', '-0.00', '1.10', '.5', '-12.345', '100', `0.${'3'.repeat(700)}`]);
      return { text, value: canonical(text) };
    }
    case 'bool':
      return random.oneIn(2) ? { text: 'TRUE', value: true } : { text: 'false', value: false };
    case 'date': {
      const day = random.below(40_000);
      return { text: isoDay(day), value: day };
    }
    default:
      return type satisfies never;
  }
}

function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function quoteCell(text: string): string {
  return /[",\n]| /.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
