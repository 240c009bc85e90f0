import { readAndCheck } from '../../../pipeline/check.ts';
import { isUsable } from '../judge-draft.ts';
import { type CreateModule, describeErrors, rateSpec, type Rating } from '../rate/rate-draft.ts';
import { NoDraft } from '../model/no-draft.ts';
import { writeYaml } from '../model/write-yaml.ts';
import type { SpecDraft } from '../model/draft.ts';
import { type Copybook, draftCopybook } from './draft-copybook.ts';

/** A spec that was drafted from a copybook. */
export interface CopybookInference {
  readonly name: string;
  /** The spec as YAML. */
  readonly yaml: string;
  /** The length of a record in bytes. */
  readonly length: number;
  readonly fields: number;
  /** The result of reading the data; null without data. */
  readonly rating: Rating | null;
  /** Clauses that describe what a person must decide before the draft can be used. */
  readonly undecided: readonly string[];
}

/**
 * Drafts the spec of a COBOL copybook, and reads the data with it if there are any. The spec has no errors.
 * @throws NoDraft if the text is no copybook, or one that is not read.
 */
export async function inferCopybook(copybook: Copybook, createModule: CreateModule): Promise<CopybookInference> {
  const { draft, length, fields } = draftCopybook(copybook);
  const { name, data } = copybook;
  const yaml = writeYaml(draft);
  const { diagnostics, spec } = readAndCheck({ text: yaml, path: `${name}.yaml`, syntax: 'yaml', expectedName: name });
  if (spec === null) throw new NoDraft(describeErrors(diagnostics).message);
  const rating = data === null ? null : await rateSpec(yaml, { name, ...data, createModule });
  const undecided = [...draft.evidence.undecided, ...(rating === null ? [] : describeRating(draft, rating))];
  const source = [
    ...draft.source,
    ...(rating === null ? [] : [`It accepts ${rating.accepted} of the ${rating.records} records of the data.`]),
    ...undecided.map((what) => `Undecided: ${what}.`),
  ];
  return { name, yaml: writeYaml({ ...draft, source }), length, fields, rating, undecided };
}

/** Names the fields whose values do not fit, with their places. */
function describeRating({ fields, recordTypes = [] }: SpecDraft, rating: Rating): string[] {
  // Positions of fields in groups count from the beginning of the group.
  const all = [...fields, ...recordTypes.flatMap(({ keys, fields: own }) => (keys.repeat === undefined ? own : []))];
  const { records, failure, errors } = rating;
  if (failure !== null) return [`the data cannot be read to their end: ${failure.message}`];
  if (records === 0) return ['the data have no record'];
  if (isUsable(rating)) return [];
  return errors.map(({ code, field, count }) => {
    const place = all.find(({ value }) => value.name === field)?.value;
    const start = place?.start ?? 0;
    const bytes = place === undefined ? '' : ` (bytes ${start} to ${start + (place.length ?? 1) - 1})`;
    return `${field ?? 'the record'}${bytes}: ${code} in ${count} of ${records} records`;
  });
}
