import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { judgeWarnings } from '../../../compiler/kernel/model/run-warnings.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { transform } from '../parity/run-module.ts';
import { type FileParts, mutate } from './mutate.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** Files of one kind: how they are written, and what an independent reader finds in them. */
export interface Kind {
  readonly name: string;
  readonly spec: string;
  readonly parts: FileParts;
  write(random: Random): string;
  /** Returns the events that the file means, or null if it is not clear what they are. */
  read(text: string): Row[] | null;
}

const NAMES = ['Müller', 'Anna Lee', 'O’Neil', 'Smith, John', 'x', 'Łódź', '', '12'] as const;
export const nameOf = (random: Random) => NAMES[random.below(NAMES.length)] ?? '';
export const amountOf = (random: Random) => `${random.below(100_000)}.${10 + random.below(90)}`;
export const rows = (random: Random) => Array.from({ length: 2 + random.below(6) }, (_, index) => index + 1);

export const FIELDS = `fields:
  - { name: id, type: INTEGER, required: true }
  - { name: name, type: STRING }
  - { name: amount, type: DECIMAL }
`;

/** Returns a row from the texts of its values. Null if a text is no value of its type. */
export function toRow(id: string, name: string, amount: string): Row | null {
  const number = (text: string) => (text.trim() === '' ? null : Number(text.trim()));
  const values = { id: number(id), name: name === '' ? null : name, amount: number(amount) };
  return Number.isNaN(values.id) || Number.isNaN(values.amount) ? null : values;
}

/** Returns the rows, or null if one of them is no row. */
export function allRows(found: readonly (Row | null)[]): Row[] | null {
  return found.includes(null) ? null : (found as Row[]);
}

/** Adds the test of a kind of files. `files`: how many files are mutated. */
export function testKind(kind: Kind, files: number): void {
  test(`${kind.name}: what a mutated file means is published, or reported`, async () => {
    const module = await loadModule({ text: kind.spec, path: 'specs/fuzz.yaml', syntax: 'yaml' });
    let silent = 0;
    for (let index = 0; index < files; index++) {
      const random = randomOf(seed, index);
      const valid = Buffer.from(kind.write(random));
      const bytes = mutate(valid, kind.parts, random);
      const events = readSilently(module, bytes);
      if (events === null) continue;
      silent++;
      const expected = readIndependently(kind, bytes);
      if (JSON.stringify(events) === JSON.stringify(expected)) continue;
      const file = JSON.stringify(Buffer.from(bytes).toString('latin1'));
      assert.unreachable(
        `seed ${seed}, file ${index}, ${file}: ${JSON.stringify(events)} instead of ${JSON.stringify(expected)}`,
      );
    }
    assert.ok(silent > files / 20, `${silent} of ${files} mutated files were read without a word`);
  });
}

/** Returns the events of a run without issues, warnings and failure, otherwise null. */
function readSilently(module: SpecModule, bytes: Uint8Array): Row[] | null {
  const batches = transform(module, [Uint8Array.from(bytes)], { today: '2024-03-01' });
  const noted = batches.some(
    ({ recordIssues, fileIssues = [], failure, warnings }) =>
      recordIssues.length + fileIssues.length > 0 || failure !== null || isNoted(warnings, module),
  );
  if (noted) return null;
  return batches.flatMap(({ bytes: messages, ends, count }) =>
    Array.from({ length: count }, (_, i) => {
      const text = new TextDecoder().decode(messages.subarray(i === 0 ? 0 : ends[i - 1], ends[i]));
      return JSON.parse(text) as Row;
    }),
  );
}

function isNoted(warnings: Parameters<typeof judgeWarnings>[0], { spec }: SpecModule): boolean {
  const { warnings: left, failure } = judgeWarnings(warnings, spec.runWarnings);
  return left.length > 0 || failure !== null;
}

function readIndependently({ read }: Kind, bytes: Uint8Array): Row[] | null {
  try {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return read(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Returns how many files of a kind are mutated, if `short` are in the quick suite. */
export function countFiles(short: number): number {
  return Number(process.env['SPECMILL_SILENT_FILES'] ?? scaleRuns(short));
}
