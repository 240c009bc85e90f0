import type { RecordTypesSpec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import { fileFormats, type Format, formatNames } from '../../../language/formats/file-formats.ts';
import { formatKinds, hasKey, selectsByColumn, selectsByPath } from '../../../language/formats/format-kinds.ts';
import type { FormatKind } from '../../../language/formats/model/format-kind.ts';
import { hasOnlyValues } from '../../../language/formats/model/record-when.ts';
import { conditionsIn, findShared, isCovered } from './condition-languages.ts';
import type { TypesCheck } from './check.ts';

const keys = ['continuation', 'filler'] as const;

/** The formats whose records follow each other, and may have several lines. */
const formatsWithLines = formatNames.filter((format) => !selectsByPath(format) && !hasWholeLines(format));

function hasWholeLines(format: Format): boolean {
  const { linesAreWhole }: FormatKind = formatKinds[format];
  return linesAreWhole === true;
}

type When = NonNullable<RecordTypesSpec['filler']>['when'];

/** Selected lines, and the place of `when` in the spec. */
interface Selection {
  readonly name: string;
  readonly when: When;
  readonly pointer: string;
}

/**
 * Reports `continuation` and `filler` in formats without lines, with an invalid `when`, and with values that hide a
 * record type.
 */
export const checkOtherLines: TypesCheck = (spec, report) => {
  const { format, recordTypes } = spec;
  const types = recordTypes.flatMap(({ name, when }, index): Selection[] =>
    when === undefined ? [] : [{ name, when, pointer: pointerTo('recordTypes', index, 'when') }],
  );
  const before: Selection[] = [];
  for (const key of keys) {
    const when = spec[key]?.when;
    if (when === undefined) continue;
    if (!formatsWithLines.includes(format)) {
      const because = `it applies only to ${formatsWithLines.join(', ')}, but the format is ${format}`;
      report('key_without_effect', `/${key}`, { key, because }, { at: 'key' });
      continue;
    }
    const lines = { name: key, when, pointer: `/${key}/when` };
    checkWhen(lines, spec, report);
    for (const other of [...before, ...types]) checkHidden(lines, other, selectsByColumn(format), report);
    before.push(lines);
  }
  if (spec.continuation !== undefined && !fileFormats[format].hasLines({ ...spec, fields: [] }))
    report('continuation_without_lines', '/continuation', {}, { at: 'key', seeAlso: '/lineTerminator' });
};

/** Reports what the format reports of `recordWhen`. */
function checkWhen(
  { when, pointer }: Selection,
  { recordTypes: _, fileRules: __, ...spec }: RecordTypesSpec,
  report: Report,
) {
  const view = { ...spec, recordWhen: when, fields: [] };
  formatKinds[spec.format].check(view, (code, at, params, options = {}) => {
    if (at.startsWith('/recordWhen')) report(code, at.replace('/recordWhen', pointer), params, options);
  });
}

/** Reports a type whose lines are all selected before types are, and columns that differ. */
function checkHidden({ name, when, pointer }: Selection, other: Selection, byColumn: boolean, report: Report): void {
  if (!hasOnlyValues(when) || !hasOnlyValues(other.when)) {
    const [lines, type] = [conditionsIn(when, byColumn), conditionsIn(other.when, byColumn)];
    if (lines === null || type === null || !isCovered(type, lines)) return;
    const shared = findShared(lines, type);
    if (shared !== null)
      report('ambiguous_record_type', pointer, { name, other: other.name, ...shared }, { seeAlso: other.pointer });
    return;
  }
  const isSamePlace = when.column === other.when.column;
  for (const value of when.values ?? []) {
    const hidden = other.when.values?.find(
      (one) => !isSamePlace || isHidden({ when, value }, { when: other.when, value: one }),
    );
    if (hidden === undefined) continue;
    const params = { name, other: other.name, value, otherValue: hidden };
    report('ambiguous_record_type', pointer, params, { seeAlso: other.pointer });
    return;
  }
}

interface Selected {
  readonly when: Selection['when'];
  readonly value: string;
}

/** Returns whether each line with the value of `type` has that of `line`, too. */
function isHidden(line: Selected, type: Selected): boolean {
  if (line.when.start === undefined || type.when.start === undefined) return line.value === type.value;
  const shift = line.when.start - type.when.start;
  const characters = [...type.value];
  return [...line.value].every((character, at) => characters[shift + at] === character);
}

/** Reports types that another column than the first selects although the types have several delimiters. */
export const checkDelimiters: TypesCheck = (spec, report) => {
  const { delimiter: shared = ',', recordTypes, format } = spec;
  const own = recordTypes.find(({ delimiter = shared }) => delimiter !== shared);
  if (own === undefined || !hasKey(format, 'delimiter')) return;
  const seeAlso = pointerTo('recordTypes', recordTypes.indexOf(own), 'delimiter');
  const selections = [
    ...recordTypes.map(({ when }, index) => ({ when, pointer: pointerTo('recordTypes', index, 'when') })),
    ...keys.map((key) => ({ when: spec[key]?.when, pointer: `/${key}/when` })),
  ];
  for (const { when, pointer } of selections) {
    if (when !== undefined && !hasOnlyValues(when)) {
      report('delimiter_needs_values', pointer, { name: own.name }, { seeAlso });
      continue;
    }
    if (when?.column === undefined || when.column === '1') continue;
    report('delimiter_needs_first_column', `${pointer}/column`, { name: own.name }, { seeAlso });
  }
};
