import { createDraft, type TestableDraft } from './create-draft.ts';
import type { SpecDraft } from './model/draft.ts';
import { relaxDraft } from './relax-draft.ts';
import { NoDraft } from './model/no-draft.ts';
import { type LoadModule, rateSpec, type Rating } from './rate-draft.ts';
import type { Sample } from './model/sample.ts';
import { writeYaml } from './write-yaml.ts';

/** An inferred spec, with the result of reading its sample. */
export interface Inference {
  /** The name in the spec. */
  readonly name: string;
  /** The spec as YAML, with comments where the inference is uncertain. */
  readonly yaml: string;
  readonly rating: Rating;
}

/**
 * The tolerated shares of deviating cells. If a spec rejects too many records of its sample, the next share is tried.
 */
const TOLERANCES = [0.01, 0];
/** The share of its sample that an inferred spec should accept. */
const GOOD = 0.99;
const MAX_TRIES = 4;

/**
 * Infers a spec from a sample. The spec compiles, and is relaxed until it accepts its sample, or as far as possible.
 * `load` imports the text of an ES module. @throws NoDraft if no spec can be inferred.
 */
export async function inferSpec(sample: Sample, load: LoadModule): Promise<Inference> {
  const inferences: Inference[] = [];
  for (const tolerance of TOLERANCES) {
    const inference = await inferWith(sample, tolerance, load);
    if (isGood(inference.rating)) return inference;
    inferences.push(inference);
  }
  // The sample itself is faulty. Then the tolerant attempt is more useful.
  const [first] = inferences;
  if (first === undefined) throw new Error('nothing was tried');
  return first;
}

/** Whether a spec reads its sample to the end and accepts nearly all of its records. */
export function isGood({ accepted, records, failure }: Rating): boolean {
  return failure === null && accepted >= GOOD * records;
}

async function inferWith(sample: Sample, tolerance: number, load: LoadModule): Promise<Inference> {
  const { draft: first, bytes, isWhole }: TestableDraft = createDraft(sample, tolerance);
  let draft: SpecDraft = first;
  for (let turn = 0; ; turn++) {
    const rating = await rateSpec(writeYaml(draft), { name: sample.name, bytes, isWhole, load });
    if (rating.failure?.code === 'MALFORMED_XML' && rating.records === 0)
      throw new NoDraft(`it is not well-formed XML: ${rating.failure.message}`);
    const relaxed = isGood(rating) || turn === MAX_TRIES ? null : relaxDraft(draft, rating);
    if (relaxed === null)
      return {
        name: sample.name,
        yaml: writeYaml({ ...draft, source: [...draft.source, describeRating(rating)] }),
        rating,
      };
    draft = relaxed;
  }
}

function describeRating({ records, accepted, wrong, failure, otherLines }: Rating): string {
  const others =
    otherLines === 0 ? '' : otherLines === 1 ? ' 1 line is not a record.' : ` ${otherLines} lines are not records.`;
  const end = failure === null ? '' : ` The sample cannot be read to its end: ${failure.code}.`;
  const all = wrong
    .map(({ code, field, count }) => `${count} ${code}${field === null ? '' : ` in ${field}`}`)
    .slice(0, 5);
  return `It accepts ${accepted} of the sample's ${records} records${all.length === 0 ? '' : ` (${all.join(', ')})`}.${others}${end}`;
}
