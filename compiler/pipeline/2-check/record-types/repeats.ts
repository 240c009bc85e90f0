import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import { formatKinds } from '../../../language/formats/format-kinds.ts';
import type { FormatKind } from '../../../language/formats/model/format-kind.ts';
import { columnNamesOf } from '../../../language/formats/model/column-names.ts';
import { DEFAULT_NAMING } from '../../../kernel/repeats/repeat.ts';
import type { RecordType, RecordTypesSpec } from '../../1-read/spec-shape.ts';
import { viewRecordTypes } from '../../1-read/record-views.ts';
import type { TypesCheck } from './check.ts';
import { findAncestors } from './nesting.ts';

/** Reports groups that are at no place of the record that should have them. */
export const checkRepeats: TypesCheck = (spec, report) => {
  const views = viewRecordTypes(spec);
  for (const [index, type] of spec.recordTypes.entries()) {
    const { repeat, name } = type;
    const view = views[index];
    if (repeat === undefined || view === undefined || findAncestors(type, spec.recordTypes) === null) continue;
    const reportRepeat: ReportRepeat = (key, detail, hint) =>
      report('invalid_repeat', `/recordTypes/${index}/${key}`, { name, detail, hint });
    const groups: Groups = { type, repeat, spec };
    checkPlace(groups, reportRepeat);
    const { linesAreWhole, ...kind }: FormatKind = formatKinds[spec.format];
    const columns = kind.columns(view);
    if (columns === 'PATH')
      reportRepeat('repeat', `"repeat" is for lines, but files of ${spec.format} have none`, 'remove "repeat"');
    else if (linesAreWhole === true)
      reportRepeat(
        'repeat',
        `groups of a line are not read in files of ${spec.format}`,
        'remove "repeat", or export the table as CSV',
      );
    else if (columns === 'PLACE') checkCharacters(groups, reportRepeat);
    else checkColumns(groups, columns, reportRepeat);
    warnUnused(columns, index, repeat, report);
  }
};

type ReportRepeat = (key: string, detail: string, hint: string) => void;
type Repeat = NonNullable<RecordType['repeat']>;

interface Groups {
  readonly type: RecordType;
  readonly repeat: Repeat;
  readonly spec: RecordTypesSpec;
}

/** Reports groups without a record that has them, and groups that cannot follow it directly. */
function checkPlace({ type, repeat, spec }: Groups, report: ReportRepeat): void {
  const { recordTypes } = spec;
  if (type.in === undefined)
    return report('repeat', '"repeat" needs "in": no record has the groups', 'add "in" with the type of the line');
  if (type.when !== undefined)
    report('when', '"when" is not allowed together with "repeat", because groups are no lines', 'remove "when"');
  if (type.delimiter !== undefined)
    report('delimiter', '"delimiter" is not allowed together with "repeat"', 'remove "delimiter"');
  if (repeat.of !== undefined && repeat.of !== type.in)
    report('repeat/of', `"of" is ${quoted(repeat.of)}, but "in" is ${quoted(type.in)}`, `write of: ${type.in}`);
  const parent = recordTypes.find(({ name }) => name === type.in);
  const isOrdered = (parent?.order ?? 'LIST') === 'LIST';
  const before = recordTypes.slice(0, recordTypes.indexOf(type));
  const earlier = before.find((one) => one.in === type.in && one.repeat === undefined);
  if (isOrdered && earlier !== undefined)
    report(
      'repeat',
      `its groups follow their line directly, but ${quoted(earlier.name)} is before it in the list`,
      `move it before ${quoted(earlier.name)}, or write order: ANY at ${quoted(type.in)}`,
    );
}

/** Reports groups and fields of them beyond the record or the group. */
function checkCharacters({ type, repeat, spec }: Groups, report: ReportRepeat): void {
  const { start, length, times } = repeat;
  for (const [key, value] of Object.entries({ start, length }))
    if (value === undefined)
      report('repeat', `"repeat" needs "${key}" for ${spec.format}`, `add ${key}, for example ${key}: 20`);
  if (start === undefined || length === undefined) return;
  for (const [index, field] of type.fields.entries())
    if (field.start !== undefined && field.length !== undefined && field.start + field.length - 1 > length)
      report(
        `fields/${index}/length`,
        `the field ${quoted(field.name)} ends at ${field.start + field.length - 1}, but a group has ${length} characters`,
        'count "start" from the beginning of the group',
      );
  const parent = spec.recordTypes.find(({ name }) => name === type.in);
  const room = parent?.repeat === undefined ? (parent?.recordLength ?? spec.recordLength) : parent.repeat.length;
  const end = start + times * length - 1;
  if (room !== undefined && end > room)
    report(
      'repeat',
      `its last group ends at ${end}, but ${quoted(parent?.name ?? '')} has ${room} characters`,
      'check "start", "length" and "times"',
    );
}

/** Reports columns that a group does not have, and names that would be the same in each group. */
function checkColumns({ type, repeat, spec }: Groups, kind: 'NAME' | 'POSITION', report: ReportRepeat): void {
  const parent = spec.recordTypes.find(({ name }) => name === type.in);
  if (parent?.repeat !== undefined)
    report('repeat', `groups of ${spec.format} cannot have groups themselves`, `write in: ${parent.in ?? ''}`);
  const { columns, naming = DEFAULT_NAMING } = repeat;
  if (!naming.includes('{n}') || !naming.includes('{column}'))
    report('repeat/naming', '"naming" needs {column} and {n}', `write naming: "${DEFAULT_NAMING}"`);
  if (kind === 'POSITION' || columns === undefined) return;
  for (const [index, field] of type.fields.entries()) {
    if (field.from !== undefined || field.value !== undefined) continue;
    const other = columnNamesOf(field).find((one) => !columns.includes(one));
    if (other !== undefined)
      report(
        `fields/${index}/${field.columnName === undefined ? 'name' : 'columnName'}`,
        `the column ${quoted(other)} of the field ${quoted(field.name)} is not in "columns" of the group`,
        `add it to "columns", or copy a value of the line: from: ${type.in ?? ''}.${field.name}`,
      );
  }
}

function warnUnused(columns: string, index: number, repeat: Repeat, report: Report): void {
  const unused =
    columns === 'NAME' ? (['start', 'length'] as const) : columns === 'PLACE' ? (['columns'] as const) : [];
  const because = columns === 'NAME' ? 'the columns are found by their names' : 'characters have no names';
  for (const key of unused)
    if (repeat[key] !== undefined)
      report('key_without_effect', `/recordTypes/${index}/repeat/${key}`, { key, because }, { at: 'key' });
}
