import { quoted } from '../../../diagnostics/messages/text.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import { type Change, createChanges, type Grade, type ReportChange } from '../model/change.ts';
import { type Compare, type FieldPair, isSame } from '../model/spec-pair.ts';
import type { KeptType, TypesPair } from './types-pair.ts';

/**
 * Compares the contents of the record types that both states have. A change of a setting that all types share is
 * reported once, with the worst of its grades.
 */
export function compareContents(pair: TypesPair, comparisons: readonly Compare[]): Change[] {
  const shared = new Map<string, Change>();
  const own: Change[] = [];
  for (const kept of pair.kept) {
    for (const change of compareType(kept, pair, comparisons)) {
      if (change.path.includes('#/recordTypes/'))
        own.push({ ...change, message: `record type ${quoted(kept.new.type.name)}: ${change.message}` });
      else keepWorst(change, shared);
    }
  }
  return [...shared.values(), ...own];
}

const grades: readonly Grade[] = ['neutral', 'compatible', 'breaking'];

function keepWorst(change: Change, shared: Map<string, Change>): void {
  const key = `${change.code} ${change.axis}`;
  const known = shared.get(key);
  if (known === undefined || grades.indexOf(change.grade) > grades.indexOf(known.grade)) shared.set(key, change);
}

/** Returns the changes of one type. The paths of its own keys lead into the type. */
function compareType(kept: KeptType, pair: TypesPair, comparisons: readonly Compare[]): readonly Change[] {
  const { report, all } = createChanges();
  const scoped: ReportChange = (code, axis, params, facts) =>
    report(code, axis, params, { ...facts, pointer: locate(facts.pointer, facts.side, kept) });
  for (const compare of comparisons) compare(kept.contents, scoped);
  for (const fields of kept.contents.kept) compareCopy(fields, { kept, pair, report: scoped });
  return all;
}

/** Returns the pointer of a key of a type. A key that the type does not have is a setting of the spec. */
function locate(pointer: string, side: object, kept: KeptType): string {
  const { type, index } = side === kept.contents.old ? kept.old : kept.new;
  const [, key = ''] = pointer.split('/');
  return Object.hasOwn(type, key) ? `${pointerTo('recordTypes', index)}${pointer}` : pointer;
}

interface CopyContext {
  readonly kept: KeptType;
  readonly pair: TypesPair;
  readonly report: ReportChange;
}

/** Reports that a field is copied from elsewhere, or that only one state copies it. */
function compareCopy(fields: FieldPair, { kept, pair, report }: CopyContext): void {
  const [before, after] = [fields.old.field.from ?? null, fields.new.field.from ?? null];
  if (isSame(before === null ? null : pair.nowOf(before), after)) return;
  const { old, new: now } = kept.contents;
  const isRead = after === null;
  report(
    'copy_changed',
    'input',
    { field: fields.new.field.name, before: sourceText(before), after: sourceText(after) },
    {
      grade: 'breaking',
      side: isRead ? old : now,
      pointer: pointerTo('fields', (isRead ? fields.old : fields.new).index, 'from'),
      before,
      after,
    },
  );
}

function sourceText(from: string | null): string {
  return from === null ? 'read from its own record' : `copied from ${quoted(from)}`;
}
