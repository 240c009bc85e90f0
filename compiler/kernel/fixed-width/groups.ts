import type { Severity } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import type { Group, GroupFormat, Repeat } from '../repeats/repeat.ts';
import { cellInSlices, type FixedWidthLine, isInsideCharacter, lineLength } from './line.ts';

/** What a group of characters must have, by the index of its type. */
export interface GroupForm {
  /** The number of characters without which a group is too short. */
  readonly minLength: number;
  /** The positions in the group, from 0, at which its fields begin and end, if positions are bytes. Absent: none. */
  readonly edges?: readonly number[];
}

interface GroupSettings {
  readonly onMissingColumns: Severity | null;
  /** Whether missing characters are blanks (`onShortRecord: PAD`). */
  readonly pads: boolean;
  readonly forms: Readonly<Record<number, GroupForm>>;
}

/** Returns how the groups of fixed-width records are found. */
export function fixedWidthGroups(repeats: readonly Repeat[], settings: GroupSettings): GroupFormat<FixedWidthLine> {
  return {
    repeats,
    find(line, repeat, number): Group<FixedWidthLine> {
      const from = repeat.start - 1 + (number - 1) * repeat.length;
      const raw = cutLine(line, from, repeat.length);
      const { minLength = 0, edges = [] } = settings.forms[repeat.type] ?? {};
      const cut = [0, ...edges, repeat.length].find((edge) => isInsideCharacter(line, from + edge));
      const issue = cut !== undefined ? describeCut(from + cut) : findShort(raw, minLength, number, settings);
      const isEmpty = /^ *$/u.test(raw.text);
      return { raw, isEmpty, isUnused: isEmpty || /^\0*$/u.test(raw.text), issue };
    },
    cellOf: cellInSlices,
  };
}

/** Returns the characters of a line from an index as a line of its own. */
function cutLine({ text, characters }: FixedWidthLine, from: number, length: number): FixedWidthLine {
  if (characters === null) return { text: text.slice(from, from + length), characters: null, slices: [] };
  const own = characters.slice(from, from + length);
  return { text: own.join(''), characters: own, slices: [] };
}

function findShort(
  raw: FixedWidthLine,
  minLength: number,
  number: number,
  { onMissingColumns, pads }: GroupSettings,
): StructureIssue | null {
  if (pads || lineLength(raw) >= minLength) return null;
  return {
    severity: onMissingColumns,
    code: 'RECORD_TOO_SHORT',
    message: `the record ends before or inside group ${number}`,
  };
}

function describeCut(position: number): StructureIssue {
  return {
    severity: 'FATAL',
    code: 'INVALID_ENCODING',
    message: `byte ${position + 1}, at which a group or one of its fields begins or ends, is inside of a character`,
  };
}
