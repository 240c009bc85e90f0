import { code } from '../../../emitting/code/literal.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { rejectCodePages } from '../model/check-encoding.ts';
import { splitsOfLines } from '../model/splits.ts';
import { createRawRecord, emitColumns, emitDialect, emitRecords } from './emit-records.ts';
import { emitCsvTypes } from './emit-types.ts';
import { fastCsv, hasFastCsv } from './emit-fast.ts';
import { fastCsvGroups } from './emit-fast-groups.ts';
import { emitFindType } from './emit-find-type.ts';
import { csvKeys, type CsvSpec } from './keys.ts';
import { checkColumnNames, checkColumns } from './check-columns.ts';
import { createCsvWriter } from './sample-writer.ts';
import { csvText } from './text.ts';
import { AUTO, planCsv } from './plan.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';

/**
 * Reports characters of a CSV spec that conflict: two that must differ but are equal, and line ends. Warns of an escape
 * character without quotes.
 */
function checkCsvCharacters(spec: CsvSpec, report: Report): void {
  if (spec.quote === '' && spec.escape !== undefined && spec.escapeOutsideQuotes !== true)
    report('key_without_effect', '/escape', { key: 'escape', because: 'quote: "" disables quoting' }, { at: 'key' });
  const characters = {
    delimiter: spec.delimiter === AUTO ? '' : (spec.delimiter ?? ','),
    quote: spec.quote ?? '"',
    escape: spec.escape ?? (spec.escapeOutsideQuotes === true ? '\\' : undefined),
    comment: spec.comment,
  };
  const { delimiter, quote, escape } = characters;
  if (spec.escapeOutsideQuotes === true && escape === quote)
    report('same_character', '/escape', { key: 'escape', other: 'quote', value: quote });
  if (spec.wholeRowQuoted === true && quote === '')
    report(
      'key_without_effect',
      '/wholeRowQuoted',
      { key: 'wholeRowQuoted', because: 'quote: "" disables quoting' },
      { at: 'key' },
    );
  const reported = new Set<string>();
  for (const [key, other] of [
    ['quote', 'delimiter'],
    ['escape', 'delimiter'],
    ['comment', 'delimiter'],
    ['comment', 'quote'],
  ] as const) {
    const value = characters[key];
    if (value === undefined || value === '' || characters[other]?.includes(value) !== true) continue;
    const [named, second] = spec[key] === undefined ? [other, key] : [key, other];
    if (value !== characters[other])
      report('invalid_character', `/${other}`, {
        key: other,
        value: characters[other] ?? '',
        because: `it contains the character of ${key}`,
      });
    else report('same_character', `/${named}`, { key: named, other: second, value });
    reported.add(named);
  }
  for (const [key, value] of Object.entries(characters)) {
    if (value !== undefined && /[\r\n]/.test(value) && !reported.has(key))
      report('invalid_character', `/${key}`, {
        key,
        value,
        because: value.length > 1 ? 'it contains a line end' : 'it ends a line',
      });
  }
  if (spec.delimiter === AUTO) return checkAuto(spec, report);
  checkSeparator(spec, { delimiter, quote, escape }, report);
  // Words such as TAB, and a backslash before a letter, are mistakes for a character.
  if ([...delimiter].length > 1 && /^\\?[\p{L}\p{N}]+$/u.test(delimiter))
    report(
      'invalid_character',
      '/delimiter',
      { key: 'delimiter', value: delimiter, because: 'it is a word, not the characters between cells' },
      { hint: 'write a tab as "\\t", in double quotes' },
    );
}

/** Reports settings with which the first lines cannot decide the delimiter. */
function checkAuto(spec: CsvSpec, report: Report): void {
  const because =
    spec.recordSeparator !== undefined
      ? 'with recordSeparator, records are no lines'
      : spec.wholeRowQuoted === true
        ? 'with wholeRowQuoted, a row may be one cell'
        : spec.skipLines?.until !== undefined
          ? 'with skipLines.until, the header is found by its columns'
          : spec.fields.some(({ fromLine }) => fromLine !== undefined)
            ? 'with fromLine, lines before the records are values'
            : [spec.quote, spec.comment].some((character) => character !== undefined && /^[,;\t|]$/u.test(character))
              ? 'quote or comment is one of the delimiters'
              : null;
  if (because !== null)
    report(
      'invalid_character',
      '/delimiter',
      { key: 'delimiter', value: AUTO, because },
      { hint: 'write the delimiter of the files' },
    );
}

/** Reports a record separator that is a part of other characters, or contains one. */
function checkSeparator(
  { recordSeparator, comment }: CsvSpec,
  others: { delimiter: string; quote: string; escape: string | undefined },
  report: Report,
): void {
  if (recordSeparator === undefined) return;
  for (const [key, value] of Object.entries({ ...others, comment })) {
    if (value === undefined || value === '') continue;
    if (recordSeparator.includes(value) || value.includes(recordSeparator))
      report('invalid_character', '/recordSeparator', {
        key: 'recordSeparator',
        value: recordSeparator,
        because: `it conflicts with ${key}, which is ${JSON.stringify(value)}`,
      });
  }
}

/** CSV (RFC 4180 with the dialect of the spec). Columns are matched by header name or by position. */
export const csv = createFormatKind({
  format: 'CSV',
  locator: 'column',
  structure: 'LINES',
  hasHeader: true,
  columns: ({ hasHeader = true, columnMatch }) => columnMatch ?? (hasHeader ? 'NAME' : 'POSITION'),
  rawRecord: 'CsvRecord',
  text: csvText,
  samples: { createWriter: createCsvWriter, whyNone: 'its header cannot be written in its encoding' },
  keys: csvKeys,
  fieldKeys: {},
  check(spec, report) {
    checkColumns(spec, report);
    checkCsvCharacters(spec, report);
    checkColumnNames(spec, report);
  },
  checkEncoding: rejectCodePages,
  plan: planCsv,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitColumns(plan.fields, formatPlan, code`columns`).source,
    emitDialect(formatPlan, scope).source,
    emitReadRecord(plan, createRawRecord(code`columns`, scope), scope),
    emitRecords(plan, formatPlan.dialect, scope),
  ],
  emitTypes: emitCsvTypes,
  splits: ({ dialect }, { encoding }) =>
    dialect.separator === undefined && dialect.delimiter !== AUTO ? splitsOfLines(encoding, dialect.skipBottom) : null,
  fast: (formatPlan, { fields }) =>
    hasFastCsv(formatPlan)
      ? { ...fastCsv(formatPlan, fields), ofGroups: (repeat) => fastCsvGroups(formatPlan, fields, repeat) }
      : null,
  findType: emitFindType,
});
