import { createDraft, createTypedDraft, type TestableDraft } from './create-draft.ts';
import type { SpecDraft } from './model/draft.ts';
import { isUsable, rateQuality, type Quality } from './judge-draft.ts';
import { relaxDraft } from './relax-draft.ts';
import { NoDraft } from './model/no-draft.ts';
import { type CreateModule, rateDraft, type Rating } from './rate/rate-draft.ts';
import type { Sample } from './model/sample.ts';
import { writeYaml } from './model/write-yaml.ts';

/**
 * An inferred spec. `rating` is the result of reading the sample with the spec. `verdict` says how good the spec is.
 */
export interface Inference {
  /** The name of the spec. */
  readonly name: string;
  /** The spec as YAML. Comments mark uncertain guesses. */
  readonly yaml: string;
  readonly rating: Rating;
  readonly verdict: Quality;
}

/** The share of a column's cells that may deviate from its type. */
const TOLERANCE = 0.05;
const MAX_TRIES = 4;

/**
 * Infers a spec from a sample. The spec has no errors. If it rejects too much of the sample, its types and settings are
 * made less strict, up to four times. An XML sample is read with the compiled draft, which `createModule` returns. Imports
 * nothing of Node.js, so it runs in browsers, too.
 * @throws NoDraft if no spec can be inferred.
 */
export async function inferRated(sample: Sample, createModule: CreateModule): Promise<Inference> {
  const typed = await inferTyped(sample, createModule);
  if (typed !== null) return typed;
  const { draft: first, documents, bytes, isWhole }: TestableDraft = createDraft(sample, TOLERANCE);
  const rated = { name: sample.name, bytes, isWhole, createModule };
  if (documents !== null) {
    const rating = await rateDraft(documents, rated);
    // A draft that rejects a record is not made less strict: the other one is.
    if (rating.accepted === rating.records && rating.failure === null) return finish(sample, documents, rating);
  }
  let draft: SpecDraft = first;
  for (let turn = 0; ; turn++) {
    const rating = await rateDraft(draft, rated);
    if (rating.failure?.code === 'MALFORMED_XML' && rating.records === 0)
      throw new NoDraft(`it is not well-formed XML: ${rating.failure.message}`);
    const relaxed = isUsable(rating) || turn === MAX_TRIES ? null : relaxDraft(draft, rating);
    if (relaxed === null) return finish(sample, draft, rating);
    draft = relaxed;
  }
}

/**
 * Infers a spec with record types. Rules of the file that the sample breaks are removed. Returns null if the sample has no
 * record types, if its structure does not hold for the whole sample, or if no rule remains.
 */
async function inferTyped(sample: Sample, createModule: CreateModule): Promise<Inference | null> {
  const first = createTypedDraft(sample);
  if (first === null) return null;
  const rate = (draft: SpecDraft) => rateDraft(draft, { ...sample, createModule });
  const firstRating = await rate(first);
  const { brokenRules } = firstRating;
  const fileRules = (first.fileRules ?? []).filter(({ value }) => !brokenRules.includes(value.ruleId));
  if (fileRules.length === 0) return null;
  const draft = { ...first, fileRules };
  const rating = brokenRules.length === 0 ? firstRating : await rate(draft);
  const isUsed = rating.accepted === rating.records && rating.failure === null && rating.brokenRules.length === 0;
  return isUsed ? finish(sample, draft, rating) : null;
}

function finish({ name }: Sample, draft: SpecDraft, rating: Rating): Inference {
  const verdict = rateQuality(draft, rating);
  const source = [
    ...draft.source,
    describeRating(rating),
    describeEvidence(draft, verdict),
    ...verdict.undecided.map((what) => `Undecided: ${what}.`),
  ];
  return { name, yaml: writeYaml({ ...draft, source }), rating, verdict };
}

function describeRating({ records, accepted, errors, failure, otherLines }: Rating): string {
  const others =
    otherLines === 0 ? '' : otherLines === 1 ? ' 1 line is not a record.' : ` ${otherLines} lines are not records.`;
  const end = failure === null ? '' : ` The sample cannot be read to its end: ${failure.code}.`;
  const all = errors
    .map(({ code, field, count }) => `${count} ${code}${field === null ? '' : ` in ${field}`}`)
    .slice(0, 5);
  return `It accepts ${accepted} of the sample's ${records} records${all.length === 0 ? '' : ` (${all.join(', ')})`}.${others}${end}`;
}

function describeEvidence({ evidence: { values, typed, named, totals } }: SpecDraft, { score }: Quality): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const checked =
    totals === undefined ? '' : totals === 1 ? ', 1 control total holds' : `, ${totals} control totals hold`;
  return `Rated ${percent(score)}: ${percent(values)} of the sample are in records, ${percent(typed)} of the values have a known form, ${percent(named)} of the names are from the file${checked}.`;
}
