import { type PathName, readRecordPath } from './path.ts';

/** Returns whether one element may have both paths of records. */
export function mayMeetPath(path: string, other: string): boolean {
  const [own, others] = [readRecordPath(path), readRecordPath(other)];
  // The check of paths reports them.
  if (own.kind === 'invalid' || others.kind === 'invalid') return path === other;
  const isAnywhere = own.from === 'ANYWHERE' || others.from === 'ANYWHERE';
  if (!isAnywhere && own.elements.length !== others.elements.length) return false;
  const compared = isAnywhere ? 1 : own.elements.length;
  return Array.from({ length: compared }, (_, back) => back + 1).every((back) =>
    isSameStep(own.elements.at(-back), others.elements.at(-back)),
  );
}

/** A name without a prefix matches names with any prefix, and a step without a predicate all elements with its name. */
function isSameStep(step: PathName | undefined, other: PathName | undefined): boolean {
  return step !== undefined && other !== undefined && isSameName(step, other) && !isExclusive(step, other);
}

function isSameName({ prefix, local }: PathName, other: PathName): boolean {
  return local === other.local && (prefix === null || other.prefix === null || prefix === other.prefix);
}

/** Returns whether two predicates ask for different values of one attribute, or for different positions. */
function isExclusive(step: PathName, other: PathName): boolean {
  const [one, two] = [step.predicate, other.predicate];
  if (one === undefined || two === undefined) return false;
  if (one.attribute === null)
    return two.attribute === null && one.position !== two.position && step.prefix === other.prefix;
  if (two.attribute === null) return false;
  const { prefix, local } = two.attribute;
  return one.attribute.local === local && one.attribute.prefix === prefix && one.value !== two.value;
}
