import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { Evidence, SpecDraft } from './model/draft.ts';
import type { Rating } from './rate/rate-draft.ts';

/** How good a draft is. */
export interface Quality {
  /** The score, from 0 to 1. */
  readonly score: number;
  /** Clauses that describe what a person must decide before the draft can be used. Empty if nothing is open. */
  readonly undecided: readonly string[];
}

/** The minimum score of a good draft. */
const MIN_SCORE = 0.5;
/**
 * An issue in at most this share of the records is probably caused by the records. A more frequent issue is probably
 * caused by the draft.
 */
export const MAX_ISSUE_SHARE = 0.05;
const FULLY_ACCEPTED = 0.99;
/** The minimum share of records that a usable draft accepts. */
const MIN_ACCEPTED = 0.8;
/** The share of values with a known form that is enough for the full score. */
const MIN_TYPED_SHARE = 0.25;
/** The number of control totals that is enough for the full score: where they hold, the fields are at the right places. */
const MIN_TOTALS = 4;
/** The maximum score of a draft that does not read all values, or whose records are not those of the file. */
const MAX_LOSSY = 0.65;
/** Each relaxed setting multiplies the score by this factor. */
const RELAXED_FACTOR = 0.85;

/**
 * Whether a draft reads its sample to the end and accepts nearly all records. It must accept 99 % of them. 80 % are
 * enough if each kind of issue affects at most 5 %.
 */
export function isUsable({ accepted, records, failure, errors }: Rating): boolean {
  if (failure !== null) return false;
  if (accepted >= FULLY_ACCEPTED * records) return true;
  return accepted >= MIN_ACCEPTED * records && errors.every(({ count }) => count <= MAX_ISSUE_SHARE * records);
}

/**
 * Rates a draft. The score combines the accepted records, the evidence, and the number of settings that had to be
 * relaxed.
 */
export function rateQuality({ evidence, settings, format }: SpecDraft, rating: Rating): Quality {
  const { values, typed, named, totals = 0, isLossy = false } = evidence;
  const relaxed = settings.filter(
    ({ value: [key, value] }) => value === 'WARNING' || (key === 'quote' && value === ''),
  );
  const accepted = rating.records === 0 ? 0 : rating.accepted / rating.records;
  const explained = 0.4 + 0.3 * Math.min(1, typed / MIN_TYPED_SHARE + totals / MIN_TOTALS) + 0.3 * named;
  const all = accepted * values * explained * RELAXED_FACTOR ** relaxed.length;
  const score = isLossy ? Math.min(MAX_LOSSY, all) : all;
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
  const rejected = records - accepted;
  return `${rejected} of ${records} records ${rejected === 1 ? 'is' : 'are'} rejected`;
}

/** Returns clauses that explain a low score. */
function findWeaknesses({ values, typed, named }: Evidence, format: Format): string[] {
  return [
    ...(values < 0.8
      ? [
          `only ${Math.round(values * 100)} % of the ${formatKinds[format].structure === 'TREE' ? 'values' : 'characters'} are in records`,
        ]
      : []),
    ...(typed < MIN_TYPED_SHARE && named < 0.5 ? ['the columns have neither names nor types'] : []),
  ];
}
