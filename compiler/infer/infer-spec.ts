import { drawSpec, type DrawnSpec } from './draw-spec.ts';
import type { SpecDraft } from './draft.ts';
import { mendDraft } from './mend-draft.ts';
import { NoDraft } from './no-draft.ts';
import { type LoadModule, rateSpec, type Rating } from './rate-draft.ts';
import type { Sample } from './sample.ts';
import { writeYaml } from './write-yaml.ts';

/** A first spec, and how it does on its sample. */
export interface Inference {
  /** As the spec calls itself. */
  readonly name: string;
  /** The spec, with comments where it is not sure. */
  readonly yaml: string;
  readonly rating: Rating;
}

/** First with a few slips in each column taken for what they are; where too many records would be refused, without. */
const SLIPS = [0.01, 0];
/** The share of its sample that a spec is to accept. */
const GOOD = 0.99;
const MOST_TRIES = 4;

/**
 * A first spec from a sample. It compiles, and was held against its sample: what that contradicts again and again is made
 * wider. `load` makes a module of the text of an ES module. @throws NoDraft where no spec can be drawn.
 */
export async function inferSpec(sample: Sample, load: LoadModule): Promise<Inference> {
  const drawn: Inference[] = [];
  for (const slips of SLIPS) {
    const inference = await inferWith(sample, slips, load);
    if (isGood(inference.rating)) return inference;
    drawn.push(inference);
  }
  // The sample itself is at fault: then its types tell more than its slips.
  const [first] = drawn;
  if (first === undefined) throw new Error('nothing was tried');
  return first;
}

/** Whether a spec reads its sample to the end, and accepts nearly all of it. */
export function isGood({ accepted, records, failure }: Rating): boolean {
  return failure === null && accepted >= GOOD * records;
}

async function inferWith(sample: Sample, slips: number, load: LoadModule): Promise<Inference> {
  const { draft: first, bytes, isWhole }: DrawnSpec = drawSpec(sample, slips);
  let draft: SpecDraft = first;
  for (let turn = 0; ; turn++) {
    const rating = await rateSpec(writeYaml(draft), { name: sample.name, bytes, isWhole, load });
    if (rating.failure?.code === 'MALFORMED_XML' && rating.records === 0)
      throw new NoDraft(`it is no well-formed XML: ${rating.failure.message}`);
    const mended = isGood(rating) || turn === MOST_TRIES ? null : mendDraft(draft, rating);
    if (mended === null)
      return {
        name: sample.name,
        yaml: writeYaml({ ...draft, source: [...draft.source, tellRating(rating)] }),
        rating,
      };
    draft = mended;
  }
}

function tellRating({ records, accepted, wrong, failure, otherLines }: Rating): string {
  const others =
    otherLines === 0 ? '' : otherLines === 1 ? ' 1 line is no record.' : ` ${otherLines} lines are no records.`;
  const end = failure === null ? '' : ` The sample cannot be read to its end: ${failure.code}.`;
  const all = wrong
    .map(({ code, field, count }) => `${count} ${code}${field === null ? '' : ` of ${field}`}`)
    .slice(0, 5);
  return `It accepts ${accepted} of the sample's ${records} records${all.length === 0 ? '' : ` (${all.join(', ')})`}.${others}${end}`;
}
