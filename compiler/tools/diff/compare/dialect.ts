import { comparableWhen } from '../model/comparable-when.ts';
import { columnNamesOf } from '../../../language/formats/model/column-names.ts';
import { type Compare, expandedPath, isSame, type Side, type SpecPair } from '../model/spec-pair.ts';
import type { Settings } from '../model/settings.ts';
import type { Grade, ReportChange } from '../model/change.ts';
import { createPipelines, rejectsTexts, worstRule } from '../model/pipeline.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import { formatKinds } from '../../../language/formats/format-kinds.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';

/**
 * Compares how records are found in a file: format, encoding, CSV characters, lines, and record sizes. A change is
 * breaking unless it provably breaks no file.
 */
export const compareDialect: Compare = (pair, report) => {
  const { old, new: now } = pair;
  if (old.settings.format !== now.settings.format) {
    report(
      'format_changed',
      'input',
      { before: old.settings.format, after: now.settings.format },
      { grade: 'breaking', side: now, pointer: '/format', before: old.settings.format, after: now.settings.format },
    );
    return;
  }
  compareCharacters(pair, report);
  compareLines(pair, report);
  compareRecordLength(pair, report);
  compareRecordPath(pair, report);
  compareRecordBytes(pair, report);
  compareOtherKeys(pair, report);
};

/** The keys of a field that have comparisons of their own; see compareColumns. */
const COMPARED_FIELD_KEYS: readonly string[] = ['start', 'length', 'align', 'padChar', 'separator'];

/** Reports keys of the format that no other comparison knows. What they change is not known, so it is breaking. */
function compareOtherKeys(pair: SpecPair, report: ReportChange): void {
  const { old, new: now } = pair;
  const kind = formatKinds[now.settings.format];
  const isCompared = (key: string) => Object.hasOwn(now.settings, key) || key === 'columnMatch';
  for (const key of Object.keys(kind.keys).filter((one) => !isCompared(one)))
    compareOther({ key, field: null, before: old.spec, after: now.spec, path: () => [key] }, pair, report);
  for (const key of Object.keys(kind.fieldKeys).filter((one) => !COMPARED_FIELD_KEYS.includes(one)))
    for (const { old: was, new: is } of pair.kept) {
      const path = (isNew: boolean) => ['fields', (isNew ? is : was).index, key];
      compareOther({ key, field: is.field.name, before: was.field, after: is.field, path }, pair, report);
    }
}

interface OtherKey {
  readonly key: string;
  /** The name of the field that has the key, or null for a key of the spec. */
  readonly field: string | null;
  readonly before: object;
  readonly after: object;
  /** Returns the place of the key in the new or in the old spec. */
  path(isNew: boolean): readonly (string | number)[];
}

function compareOther({ key, field, path, ...values }: OtherKey, pair: SpecPair, report: ReportChange): void {
  const [before, after] = [values.before, values.after].map(
    (value): unknown => Object.entries(value).find(([name]) => name === key)?.[1] ?? null,
  );
  if (isSame(before, after)) return;
  const isNew = after !== null;
  const place = { side: isNew ? pair.new : pair.old, pointer: pointerTo(...path(isNew)) };
  report('format_setting_changed', 'input', { key, field }, { grade: 'breaking', ...place, before, after });
}

/**
 * Returns the facts of a change of one key: its grade, its old and new value, and where it is. The pointer leads into
 * the new spec if the new spec sets the key, or else into the old spec.
 */
function factsOf({ old, new: now }: SpecPair, key: keyof Settings & keyof Side['spec'], grade: Grade = 'breaking') {
  const side = now.spec[key] === undefined ? old : now;
  return { grade, side, pointer: `/${key}`, before: old.settings[key], after: now.settings[key] };
}

function compareCharacters(pair: SpecPair, report: ReportChange): void {
  const {
    old: { settings: before },
    new: { settings: after },
  } = pair;
  if (before.encoding !== after.encoding)
    report('encoding_changed', 'input', { before: before.encoding, after: after.encoding }, factsOf(pair, 'encoding'));
  if (before.delimiter !== after.delimiter)
    report(
      'delimiter_changed',
      'input',
      { before: before.delimiter, after: after.delimiter },
      factsOf(pair, 'delimiter'),
    );
  if (before.quote !== after.quote)
    report('quote_changed', 'input', { before: before.quote, after: after.quote }, factsOf(pair, 'quote'));
  // If the quote changed, that change already implies a change of the escape.
  else if (before.escape !== after.escape)
    report('escape_changed', 'input', { before: before.escape, after: after.escape }, factsOf(pair, 'escape'));
  if (before.comment !== after.comment)
    report('comment_changed', 'input', { before: before.comment, after: after.comment }, factsOf(pair, 'comment'));
}

function compareLines(pair: SpecPair, report: ReportChange): void {
  const {
    old: { settings: before },
    new: { settings: after },
  } = pair;
  if (before.hasHeader !== after.hasHeader)
    report('has_header_changed', 'input', { after: after.hasHeader }, factsOf(pair, 'hasHeader'));
  if (!isSame(before.skipLines, after.skipLines))
    report('skip_lines_changed', 'input', after.skipLines, factsOf(pair, 'skipLines'));
  if (before.skipBlankLines !== after.skipBlankLines) {
    const wereBroken = areBlankLinesBroken(pair.old);
    report(
      'skip_blank_lines_changed',
      'input',
      { after: after.skipBlankLines, wereBroken },
      factsOf(pair, 'skipBlankLines', after.skipBlankLines && wereBroken ? 'compatible' : 'breaking'),
    );
  }
  if (!isSame(recordWhenOf(pair.old), recordWhenOf(pair.new)))
    report('record_when_changed', 'input', {}, factsOf(pair, 'recordWhen'));
}

/** Whether every blank line that is read as a record certainly gets an issue, because it has too few columns. */
function areBlankLinesBroken({ spec, settings }: Side): boolean {
  if (settings.onMissingColumns === 'IGNORE') return false;
  if (settings.columns === 'PLACE') return settings.lineTerminator === 'AUTO';
  // If columns are found by name, a header may lack the columns of optional fields. Then a blank line lacks only the
  // columns of required fields.
  const isLoose = settings.columns === 'NAME' && settings.onMissingColumns === 'WARNING';
  return spec.fields.filter(({ required }) => !isLoose || required === true).length > 1;
}

/**
 * Returns `recordWhen` in a comparable form, or null if the spec has none. Values are sorted. If columns are found by
 * position, the name of a field's column is replaced by the column number, from 1.
 */
function recordWhenOf({ spec, settings: { recordWhen, columns } }: Side): unknown {
  if (recordWhen === null) return null;
  const place =
    columns === 'POSITION'
      ? spec.fields.findIndex((field) => columnNamesOf(field).includes(recordWhen.column ?? ''))
      : -1;
  return comparableWhen({ ...recordWhen, ...(place < 0 ? {} : { column: String(place + 1) }) });
}

function compareRecordLength(pair: SpecPair, report: ReportChange): void {
  const {
    old: { settings: before },
    new: { settings: after },
  } = pair;
  if (before.lineTerminator !== after.lineTerminator)
    report(
      'line_terminator_changed',
      'input',
      { before: before.lineTerminator, after: after.lineTerminator },
      factsOf(pair, 'lineTerminator'),
    );
  if (before.recordLength === after.recordLength) return;
  const isLonger = (after.recordLength ?? Infinity) > (before.recordLength ?? Infinity);
  const isLine = before.lineTerminator === 'AUTO' && after.lineTerminator === 'AUTO';
  const grade = isLine && (isLonger || after.onExtraColumns === 'IGNORE') ? 'compatible' : 'breaking';
  report(
    'record_length_changed',
    'input',
    { before: lengthText(before), after: lengthText(after) },
    factsOf(pair, 'recordLength', grade),
  );
}

function lengthText({ recordLength }: Settings): string {
  return recordLength === null ? 'any number of' : `at most ${recordLength}`;
}

function compareRecordPath(pair: SpecPair, report: ReportChange): void {
  const path = ({ settings }: Side) => expandedPath(settings.recordPath, settings.namespaces);
  if (path(pair.old) === path(pair.new)) return;
  report(
    'record_path_changed',
    'input',
    { before: pair.old.settings.recordPath, after: pair.new.settings.recordPath },
    factsOf(pair, 'recordPath'),
  );
}

function compareRecordBytes(pair: SpecPair, report: ReportChange): void {
  const [before, after] = [pair.old.settings.maxRecordBytes, pair.new.settings.maxRecordBytes];
  if (before === after) return;
  const params = { before: String(before), after: String(after) };
  report(
    'max_record_bytes_changed',
    'input',
    params,
    factsOf(pair, 'maxRecordBytes', after > before ? 'compatible' : 'breaking'),
  );
  const isMore = after > before;
  if (canCorrectedTextsFail(pair.new, isMore ? 2 : -1))
    report('max_record_bytes_changed', 'verdict', { ...params, isMore }, factsOf(pair, 'maxRecordBytes'));
}

/**
 * Whether some field has a correction that can make texts longer, and can get a verdict worse than `verdict`. Its texts
 * may exceed maxRecordBytes. With -1, every field with such a correction counts.
 */
function canCorrectedTextsFail({ spec }: Side, verdict: number): boolean {
  const pipelineOf = createPipelines(spec);
  return spec.fields.map(pipelineOf).some((pipeline) => {
    const worst = Math.max(
      worstRule(pipeline),
      pipeline.whenNull,
      rejectsTexts(pipeline) ? pipeline.onTypeMismatch : 0,
    );
    return worst > verdict && pipeline.corrections.some(({ correctionType }) => correctionKinds[correctionType].grows);
  });
}
