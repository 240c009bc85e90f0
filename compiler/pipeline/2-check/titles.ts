import type { Report } from '../../diagnostics/diagnostic.ts';
import { hintOfPattern } from '../../emitting/patterns/pattern-hint.ts';
import { planReplacer } from '../../emitting/patterns/plan-replacer.ts';
import { MAX_SKIPPED_TO_HEADER } from '../../kernel/lines/header-search.ts';
import { formatFieldKeys, formatKinds } from '../../language/formats/format-kinds.ts';
import { hasPlace } from '../1-read/computed-fields.ts';
import type { Field, Spec } from '../1-read/spec-shape.ts';
import type { Check } from './model/check.ts';

/** The keys that say where the value is in a record. An expression reports its own. */
const PLACE_KEYS = ['columnName', 'from', ...Object.keys(formatFieldKeys)];

/**
 * Reports values of lines before the records that are in no such line, have a pattern without a group, or also have a
 * place in the records.
 */
export const checkTitles: Check = (spec, report) => {
  if (spec.fields.every(({ fromLine }) => fromLine === undefined)) return;
  for (const [index, field] of spec.fields.entries()) {
    if (field.fromLine === undefined) continue;
    const pointer = `/fields/${index}`;
    for (const key of PLACE_KEYS)
      if (Object.hasOwn(field, key))
        report('title_with_key', `${pointer}/${key}`, { field: field.name, key }, { at: 'key' });
    checkPattern(field.fromLine.pattern, `${pointer}/fromLine/pattern`, report);
    checkLine(field, field.fromLine.line, { spec, pointer: `${pointer}/fromLine`, report });
  }
  if (!spec.fields.some(hasPlace)) report('nothing_in_records', '/fields', {});
};

function checkPattern(pattern: string, pointer: string, report: Report): void {
  const planned = planReplacer(pattern, '$1');
  if (planned.kind === 'ok') return;
  if (planned.code === 'invalid_replacement') return report('title_without_group', pointer, { pattern });
  const hint = hintOfPattern(pattern);
  report(planned.code, pointer, { detail: `fromLine: ${planned.reason}` }, hint === null ? {} : { hint });
}

function checkLine(
  { name: field }: Field,
  line: number,
  { spec, pointer, report }: { spec: Spec; pointer: string; report: Report },
): void {
  const kind = formatKinds[spec.format];
  if (kind.structure !== 'LINES')
    return report('title_without_lines', pointer, { field, format: spec.format }, { at: 'key' });
  const top = spec.skipLines?.top ?? 0;
  const searched = spec.skipLines?.until !== undefined && kind.columns(spec) === 'NAME';
  if (line > top + (searched ? MAX_SKIPPED_TO_HEADER : 0))
    report('title_line_not_skipped', `${pointer}/line`, { field, line, top, searched });
}
