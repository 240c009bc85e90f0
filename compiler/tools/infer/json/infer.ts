import { listUndecided, weighTypes } from '../column/infer-columns.ts';
import { suggestKey } from '../column/key.ts';
import type { DraftPart, Noted, TextSample } from '../model/draft.ts';
import { NoDraft } from '../model/no-draft.ts';
import { describeLenient, inferMembers } from './infer-members.ts';
import { inferJsonDocuments } from './documents.ts';
import { describeUnread, findMembers, type Member, type Members } from './members.ts';
import { describeMalformedLines } from './malformed-lines.ts';
import { readJson } from './parse.ts';
import { inferTypesByValue } from './types-by-value.ts';
import { describeKeyed, findJsonRecords, type JsonRecords, toPointer } from './records.ts';

/** The maximum number of records from which types are inferred. */
const MAX_RECORDS = 50_000;

/** A decoded sample of JSON. */
export interface JsonText extends TextSample {
  /** The path of the values that are records, or null to find them. */
  readonly recordPath: string | null;
}

/** Infers a spec for JSON Lines or a document. Returns null if the text is not JSON. Throws NoDraft if it has no records. */
export function inferJson({ text, isWhole, tolerance, recordPath }: JsonText): DraftPart | null {
  const sample = readJson(text, isWhole);
  if (sample === null) return null;
  const document = sample.kind === 'DOCUMENT' ? findJsonRecords(sample.value, recordPath) : null;
  const all = sample.kind === 'LINES' ? sample.values : (document?.records ?? []);
  // The last record of a part of a document may be incomplete.
  const whole = document === null || isWhole || all.length < 2 ? all : all.slice(0, -1);
  const records = whole.slice(0, MAX_RECORDS);
  const found = findMembers(records);
  const { members } = found;
  if (members.length === 0) throw new NoDraft('its records contain no values');
  const { guesses, conventions } = inferMembers(members, tolerance);
  return {
    format: 'JSON',
    documents: recordPath === null ? inferTypes({ path: document?.path ?? [], records }, found, tolerance) : null,
    settings: [
      ...(document === null ? [] : [describePath(document)]),
      ...describeLenient(members, guesses),
      ...(conventions.nulls.size === 0 ? [] : [{ value: ['nullValues', [...conventions.nulls]] as const, note: null }]),
    ],
    fields: guesses.map(({ field }) => field),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: suggestKey(guesses, records.length),
    evidence: {
      values: 1,
      ...weighTypes(guesses),
      named: shareOfNamed(members),
      ...(found.lists.length > 0 && { isLossy: true }),
      undecided: [
        ...(sample.kind === 'LINES' && sample.isBroken ? describeMalformedLines(text, isWhole) : []),
        ...describeKeyed(all),
        ...describeUnread(found),
        ...listUndecided(guesses),
      ],
    },
  };
}

/** Infers a spec with record types: those that a value selects, or those of the lists in records. */
function inferTypes(
  place: { readonly path: readonly string[]; readonly records: readonly unknown[] },
  found: Members,
  tolerance: number,
): DraftPart | null {
  const byValue = inferTypesByValue(place, found, tolerance);
  return byValue ?? (found.lists.length > 0 ? inferJsonDocuments(place, tolerance) : null);
}

/** Returns the share of the members that have a name: items of a list that is the record have none. */
function shareOfNamed(members: readonly Member[]): number {
  return members.filter(({ path }) => !path.every((token) => /^\d+$/.test(token))).length / members.length;
}

function describePath({ path, records, others }: JsonRecords): Noted<readonly [string, unknown]> {
  const rivals = others.length === 0 ? '' : `; or ${others.join(', ')}`;
  return { value: ['recordPath', toPointer(path)], note: `${records.length} in the sample${rivals}` };
}
