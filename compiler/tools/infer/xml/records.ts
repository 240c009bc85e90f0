import { isBlank } from '../../../kernel/values/text.ts';
import { NoDraft } from '../model/no-draft.ts';
import { countNames, type SampleElement } from './document.ts';

/** The elements of a document that become records. */
export interface RecordGuess {
  /** The local names of the path, from the document element to the record. */
  readonly path: readonly string[];
  readonly elements: readonly SampleElement[];
  /** The path of another likely candidate, or null if there is none. */
  readonly rival: readonly string[] | null;
  /**
   * The other paths whose elements may be records: they repeat within one element and have children or attributes. In
   * document order.
   */
  readonly candidates: readonly RecordCandidate[];
  /** The share of the document's values that are in the records, from 0 to 1. It is 1 if the caller chose the path. */
  readonly share: number;
}

/** A path whose elements may be records, and the number of these elements. */
export interface RecordCandidate {
  readonly path: readonly string[];
  readonly count: number;
}

/** Counts for all elements with the same path. */
interface PathStatistics {
  readonly path: readonly string[];
  readonly elements: SampleElement[];
  /** The nearest enclosing path with repeated elements, or null if there is none. */
  readonly above: PathStatistics | null;
  /** The number of elements that directly contain elements of this path. */
  parents: number;
  /**
   * The number of texts and attributes inside these elements, at any depth. `hasParts` is true if at least one of these
   * elements has children or attributes.
   */
  values: number;
  hasParts: boolean;
}

/** The maximum number of distinct paths that are counted. */
const MAX_PATHS = 2_000;
/** Another path is mentioned if its score exceeds this share of the best score. */
const NEAR = 0.75;

/**
 * Finds the elements that are records. If `recordPath` is null, these are elements that repeat often and contain many
 * values of the document, or usually the document element if none repeats. Otherwise `recordPath` is `/a/b` or `//b`.
 * `roots` has several elements if several documents follow each other. Throws NoDraft if no element has that path.
 */
export function findRecords(
  roots: readonly [SampleElement, ...SampleElement[]],
  recordPath: string | null,
): RecordGuess {
  const paths = new Map<string, PathStatistics>();
  const [root] = roots;
  collectPaths(roots, { path: [], above: null, paths });
  const all = root.children.length === 0 && roots.length === 1 ? 1 : (paths.get(root.local)?.values ?? 1);
  const repeated = [...paths.values()].filter(isRepeatedWithin);
  const candidates = repeated.map(({ path, elements }) => ({ path, count: elements.length }));
  const guess = ({ path, elements, values }: PathStatistics, rival: PathStatistics | null): RecordGuess => ({
    path,
    elements,
    rival: rival?.path ?? null,
    candidates: candidates.filter((one) => one.path !== path),
    share: recordPath === null ? Math.min(1, values / Math.max(1, all)) : 1,
  });
  if (recordPath !== null) return guess(findPath(paths, recordPath, candidates), null);
  const rated = [...paths.values()]
    .map((candidate) => ({ candidate, score: rate(candidate, all) }))
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = rated;
  if (best === undefined) return { path: [root.local], elements: [root], rival: null, candidates, share: 1 };
  const inner = findInner(best.candidate, repeated);
  if (inner !== null) return guess(inner, best.candidate);
  const { path, values } = best.candidate;
  const near = others.find(({ candidate, score }) => candidate.elements.length > 1 && score > NEAR * best.score);
  // A path of equal depth with more values may be the real records, if the sample contains only one of their parents.
  const larger = others.find(({ candidate }) => candidate.path.length === path.length && candidate.values > values);
  return guess(best.candidate, (near ?? larger)?.candidate ?? null);
}

/**
 * Repeated inner elements are chosen as records if they contain at least this share of the values of the outer
 * elements. For example, order lines are chosen instead of orders.
 */
const MIN_VALUE_SHARE = 0.5;
/**
 * The minimum share of outer elements that contain inner ones. The values of an outer element without inner elements
 * would be lost.
 */
const MIN_PARENT_SHARE = 0.9;

function findInner(outer: PathStatistics, repeated: readonly PathStatistics[]): PathStatistics | null {
  const inner = repeated.find(
    ({ path, elements, values, parents }) =>
      path.length > outer.path.length &&
      outer.path.every((step, at) => path[at] === step) &&
      elements.length > outer.elements.length &&
      values >= MIN_VALUE_SHARE * outer.values &&
      parents >= MIN_PARENT_SHARE * outer.elements.length,
  );
  if (inner === undefined || outer.elements.length < 2) return null;
  return findInner(inner, repeated) ?? inner;
}

function isRepeatedWithin({ elements, parents, hasParts }: PathStatistics): boolean {
  return hasParts && elements.length > parents;
}

function findPath(
  paths: ReadonlyMap<string, PathStatistics>,
  recordPath: string,
  candidates: readonly RecordCandidate[],
): PathStatistics {
  const steps = recordPath
    .replace(/^\/{1,2}/, '')
    .split('/')
    .map((step) => step.replace(/^[^:]*:/, ''));
  const found = recordPath.startsWith('//')
    ? [...paths.values()].find(({ path }) => steps.every((step, at) => path.at(at - steps.length) === step))
    : paths.get(steps.join('/'));
  if (found !== undefined) return found;
  const known = candidates.map(({ path }) => `/${path.join('/')}`).slice(0, 5);
  const hint = known.length === 0 ? '' : `; these repeat: ${known.join(', ')}`;
  throw new NoDraft(`no element has the path ${recordPath}${hint}`);
}

interface WalkContext {
  readonly path: readonly string[];
  readonly above: PathStatistics | null;
  readonly paths: Map<string, PathStatistics>;
}

/** Counts the paths of sibling elements and of the elements inside them. Returns the number of texts and attributes. */
function collectPaths(siblings: readonly SampleElement[], { path, above, paths }: WalkContext): number {
  let values = 0;
  const counts = countNames(siblings);
  const seen = new Set<string>();
  for (const element of siblings) {
    const elementPath = [...path, element.local];
    const key = elementPath.join('/');
    const statistics =
      paths.get(key) ??
      (paths.size < MAX_PATHS
        ? { path: elementPath, elements: [], above, parents: 0, values: 0, hasParts: false }
        : null);
    if (statistics === null) continue;
    paths.set(key, statistics);
    statistics.elements.push(element);
    if (!seen.has(key)) statistics.parents++;
    seen.add(key);
    const isRepeated = (counts.get(element.local) ?? 0) > 1 || statistics.elements.length > statistics.parents;
    const inside = collectPaths(element.children, { path: elementPath, above: isRepeated ? statistics : above, paths });
    const elementValues = inside + element.attributes.length + (isBlank(element.text) ? 0 : 1);
    statistics.values += elementValues;
    statistics.hasParts ||= element.children.length + element.attributes.length > 0;
    values += elementValues;
  }
  return values;
}

/**
 * If elements occur on average fewer times than this in each outer element, they are probably parts of a record, such
 * as the items of an order.
 */
const FEW_PARTS = 5;

function rate({ elements: { length: count }, above, values, hasParts, parents }: PathStatistics, all: number): number {
  const again = count > parents ? Math.log2(count + 1) : 0.5;
  const isPart = above !== null && count < FEW_PARTS * above.elements.length;
  return again * (values / Math.max(1, all)) * (hasParts ? 1 : 0.5) * (isPart ? 0.6 : 1);
}
