import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import { selectsByPath } from '../../../language/formats/format-kinds.ts';
import type { ReportChange } from '../model/change.ts';
import { verdictOf } from '../model/severity.ts';
import { comparableWhen } from '../model/comparable-when.ts';
import { isSame } from '../model/spec-pair.ts';
import type { TypesPair } from './types-pair.ts';

/** Reports changes of the lines that continue records, and of those that only fill the file. */
export function compareOtherLines(pair: TypesPair, report: ReportChange): void {
  compareLines('continuation', pair, report);
  compareLines('filler', pair, report);
  compareBlock(pair, report);
}

const codes = { continuation: 'continuation_changed', filler: 'filler_changed' } as const;

function compareLines(key: keyof typeof codes, { old, new: now }: TypesPair, report: ReportChange): void {
  if (isSame(linesOf(old.spec, key), linesOf(now.spec, key))) return;
  const after = now.spec[key] !== undefined;
  report(
    codes[key],
    'input',
    { after },
    {
      grade: 'breaking',
      side: after ? now : old,
      pointer: `/${key}`,
      before: old.spec[key]?.when ?? null,
      after: now.spec[key]?.when ?? null,
    },
  );
}

/** Returns what selects the lines, in a comparable form. */
function linesOf(spec: RecordTypesSpec, key: keyof typeof codes): unknown {
  const when = spec[key]?.when;
  return when === undefined || selectsByPath(spec.format) ? null : comparableWhen(when);
}

function compareBlock({ old, new: now }: TypesPair, report: ReportChange): void {
  const [before, after] = [blockOf(old.spec), blockOf(now.spec)];
  if (isSame(before, after)) return;
  const isWeaker =
    before.lines % after.lines === 0 && (after.lines === 1 || verdictOf(after.severity) <= verdictOf(before.severity));
  report(
    'filler_block_changed',
    'verdict',
    { before: describeBlock(before), after: describeBlock(after) },
    {
      grade: isWeaker ? 'compatible' : 'breaking',
      side: now.spec.filler === undefined ? old : now,
      pointer: '/filler',
      before: before.lines,
      after: after.lines,
    },
  );
}

type Block = ReturnType<typeof blockOf>;

/** Returns the size of a block in lines, and the severity of an incomplete block. One line: any number is right. */
function blockOf({ filler, format }: RecordTypesSpec) {
  const { blockOf: lines = 1, severity = 'FATAL' } = filler ?? {};
  return lines === 1 || selectsByPath(format) ? ({ lines: 1, severity: 'FATAL' } as const) : { lines, severity };
}

function describeBlock({ lines, severity }: Block): string {
  return lines === 1 ? 'may have any number' : `must be a multiple of ${lines} (${severity})`;
}
