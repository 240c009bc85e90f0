import type { StructureSetting } from '../../../pipeline/1-read/spec-shape.ts';
import { formatKinds, hasKey } from '../../../language/formats/format-kinds.ts';
import type { ChangeFacts, ReportChange } from '../model/change.ts';
import { createPipelines, rejectsTexts } from '../model/pipeline.ts';
import { verdictOf } from '../model/severity.ts';
import { endsRun } from '../model/settings.ts';
import { type Compare, isColumnRequired, type SpecPair } from '../model/spec-pair.ts';

/**
 * Compares the settings for missing and extra columns, wrong types, null in required fields, and files without records.
 */
export const compareSettings: Compare = (pair, report) => {
  compareMissing(pair, report);
  compareExtra(pair, report);
  compareMismatch(pair, report);
  compareRequiredNull(pair, report);
  compareNoRecords(pair, report);
  compareSeveralMatches(pair, report);
};

type SettingKey =
  | 'onMissingColumns'
  | 'onExtraColumns'
  | 'onSeveralMatches'
  | 'onTypeMismatch'
  | 'onMissingRequired'
  | 'onNoRecords';

function valuesOf({ old, new: now }: SpecPair, key: SettingKey): { before: StructureSetting; after: StructureSetting } {
  return { before: old.settings[key], after: now.settings[key] };
}

function factsOf(pair: SpecPair, key: SettingKey, isWithoutEffect = false): ChangeFacts {
  const { before, after } = valuesOf(pair, key);
  const grade = isWithoutEffect ? 'neutral' : verdictOf(after) > verdictOf(before) ? 'breaking' : 'compatible';
  return { grade, side: pair.new.spec[key] === undefined ? pair.old : pair.new, pointer: `/${key}`, before, after };
}

function compareMissing(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onMissingColumns');
  const { before, after } = values;
  if (before === after) return;
  const isNamed = pair.old.settings.columns === 'NAME' && pair.new.settings.columns === 'NAME';
  if (
    isNamed &&
    endsRun(before) !== endsRun(after) &&
    pair.kept.some(
      ({ old, new: now }) => isColumnRequired(old.field, pair.old) !== isColumnRequired(now.field, pair.new),
    )
  ) {
    report('on_missing_columns_changed', 'input', values, {
      ...factsOf(pair, 'onMissingColumns'),
      grade: endsRun(after) ? 'breaking' : 'compatible',
    });
  }
  report('on_missing_columns_changed', 'verdict', values, factsOf(pair, 'onMissingColumns'));
}

function compareExtra(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onExtraColumns');
  const { format, recordLength, lineTerminator } = pair.new.settings;
  if (values.before === values.after) return;
  // A line without recordLength is never too long, and a block always has exactly recordLength.
  const isWithoutEffect = hasKey(format, 'recordLength') && (recordLength === null || lineTerminator === 'NONE');
  report('on_extra_columns_changed', 'verdict', values, factsOf(pair, 'onExtraColumns', isWithoutEffect));
}

function compareMismatch(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onTypeMismatch');
  if (values.before === values.after) return;
  const { spec } = pair.new;
  const pipelineOf = createPipelines(spec);
  const isWithoutEffect = !spec.fields.some((field) => rejectsTexts(pipelineOf(field)));
  report('on_type_mismatch_changed', 'verdict', values, factsOf(pair, 'onTypeMismatch', isWithoutEffect));
}

function compareNoRecords(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onNoRecords');
  const { format, recordWhen } = pair.new.settings;
  if (values.before === values.after) return;
  // Without recordWhen, every line of a file is a record.
  const isWithoutEffect = formatKinds[format].structure === 'LINES' && recordWhen === null;
  report('on_no_records_changed', 'input', values, factsOf(pair, 'onNoRecords', isWithoutEffect));
}

function compareSeveralMatches(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onSeveralMatches');
  if (values.before === values.after) return;
  const isWithoutEffect = pair.new.spec.fields.every(({ separator, value }) => (separator ?? value) !== undefined);
  report('on_several_matches_changed', 'verdict', values, factsOf(pair, 'onSeveralMatches', isWithoutEffect));
}

function compareRequiredNull(pair: SpecPair, report: ReportChange): void {
  const values = valuesOf(pair, 'onMissingRequired');
  if (values.before === values.after) return;
  const isWithoutEffect = pair.new.spec.fields.every(({ required }) => required !== true);
  report('on_missing_required_changed', 'verdict', values, factsOf(pair, 'onMissingRequired', isWithoutEffect));
}
