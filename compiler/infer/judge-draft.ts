import type { Evidence, SpecDraft } from './model/draft.ts';
import type { Rating } from './rate/rate-draft.ts';

/** How good a draft is, beside how many records it accepts. */
export interface Quality {
  /** From 0 to 1. */
  readonly score: number;
  /** What a person has to decide, if the draft is not good enough. Clauses: empty if it is. */
  readonly undecided: readonly string[];
}

/** A draft with a lower score is not what a person would write. */
export const MIN_SCORE = 0.5;
/** If every issue occurs in at most this share of the records, it is the fault of the records, not of the draft. */
export const MAX_ISSUE_SHARE = 0.05;
const FULLY_ACCEPTED = 0.99;
/** The share of its sample that a draft accepts in any case. */
const MIN_ACCEPTED = 0.8;
/** A draft is complete if this share of its values has a known form. */
const MIN_TYPED_SHARE = 0.25;
/** What a relaxed setting takes from the score. */
const RELAXED_FACTOR = 0.85;

/** Whether a spec reads its sample to the end and rejects only a few records, which are faulty. */
export function isUsable({ accepted, records, failure, errors }: Rating): boolean {
  if (failure !== null) return false;
  if (accepted >= FULLY_ACCEPTED * records) return true;
  return accepted >= MIN_ACCEPTED * records && errors.every(({ count }) => count <= MAX_ISSUE_SHARE * records);
}

/**
 * Rates a draft by what it accepts, by the shares of the sample that become values and values of a known form, by the
 * names that were found, and by the settings that had to be relaxed.
 */
export function rateQuality({ evidence, settings, format }: SpecDraft, rating: Rating): Quality {
  const { values, typed, named } = evidence;
  const relaxed = settings.filter(
    ({ value: [key, value] }) => value === 'WARNING' || (key === 'quote' && value === ''),
  );
  const accepted = rating.records === 0 ? 0 : rating.accepted / rating.records;
  const explained = 0.4 + 0.3 * Math.min(1, typed / MIN_TYPED_SHARE) + 0.3 * named;
  const score = accepted * values * explained * RELAXED_FACTOR ** relaxed.length;
  const isAccepted = isUsable(rating);
  const isPoor = score < MIN_SCORE;
  if (isAccepted && !isPoor) return { score, undecided: evidence.undecided };
  return {
    score,
    undecided: [
      ...evidence.undecided,
      ...(isAccepted ? [] : [describeRejected(rating)]),
      ...(isPoor && rating.records === 0
        ? ['it contains no record, so that the types of its columns are unknown']
        : []),
      ...(isPoor ? findWeaknesses(evidence, format) : []),
      ...(isPoor ? relaxed.map(({ value: [key, value] }) => `${key} had to be set to ${JSON.stringify(value)}`) : []),
    ],
  };
}

function describeRejected({ records, accepted, failure }: Rating): string {
  if (failure !== null) return `the sample cannot be read to its end: ${failure.message}`;
  return `${records - accepted} of ${records} records are rejected`;
}

/** Why the score is low. */
function findWeaknesses({ values, typed, named }: Evidence, format: string): string[] {
  return [
    ...(values < 0.8
      ? [`only ${Math.round(values * 100)} % of the ${format === 'XML' ? 'values' : 'characters'} are in records`]
      : []),
    ...(typed < MIN_TYPED_SHARE && named < 0.5 ? ['the columns have neither names nor types'] : []),
  ];
}
