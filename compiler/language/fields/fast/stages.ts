import { Scope } from '../../../emitting/code/scope.ts';
import { encoderOf } from '../../../emitting/encoders/encoders.ts';
import { computedInOrder, type FieldPlan, type Plan } from '../../plan/plan.ts';
import { messageFieldOf } from '../message-fields.ts';

/**
 * When and where the fast reader writes a value. MESSAGE: into the message, in the order of the spec. ASIDE: apart from
 * the message, because it is not published or must wait. LATE: computed after all cells were read.
 */
export type Stage = 'MESSAGE' | 'ASIDE' | 'LATE';

/** How the fast reader writes the fields of a record. */
export interface Stages {
  of(field: FieldPlan): Stage;
  /** Whether the value is read apart from the message, and is then written into it at once. */
  isCopied(field: FieldPlan): boolean;
  /** Whether the field is the first of the message. */
  isFirst(field: FieldPlan): boolean;
  /** The fields whose values expressions read, or that are not written into the message at once. */
  readonly placed: ReadonlySet<FieldPlan>;
  /** The fields that are computed late, in an order in which each follows those that it reads. */
  readonly late: readonly FieldPlan[];
  /** The fields that are added to the message at its end, in the order of the spec. */
  readonly added: readonly FieldPlan[];
  /** Whether any value is written apart from the message. */
  readonly hasAside: boolean;
  /** Whether the record has computed fields. */
  readonly computes: boolean;
}

/** Plans how the fast reader writes the fields of a record. */
export function planStages(plan: Pick<Plan, 'fields' | 'encoder' | 'key' | 'numbersAs'>): Stages {
  const { fields } = plan;
  const late = new Set<FieldPlan>();
  const known = new Set<string>();
  // The first field that is added at the end.
  let cut = fields.length;
  for (const [index, field] of fields.entries()) {
    const isReady = index < cut && (field.computed?.reads ?? []).every((read) => known.has(read));
    if (field.computed !== null && !isReady) {
      late.add(field);
      if (field.isPublished) cut = Math.min(cut, index);
    } else known.add(field.name);
  }
  const added = fields.slice(cut).filter(({ isPublished }) => isPublished);
  const of = (field: FieldPlan): Stage => {
    if (late.has(field)) return 'LATE';
    return field.isPublished && !added.includes(field) ? 'MESSAGE' : 'ASIDE';
  };
  const first = fields.find(({ isPublished }) => isPublished);
  const read = new Set(fields.flatMap(({ computed }) => computed?.reads ?? []));
  const copied = new Set(fields.filter((field) => of(field) === 'MESSAGE' && !isTurned(field, { plan, read })));
  return {
    of,
    isCopied: (field) => copied.has(field),
    isFirst: (field) => field === first,
    placed: new Set(fields.filter((field) => read.has(field.name) || copied.has(field) || of(field) !== 'MESSAGE')),
    late: computedInOrder(fields).filter((field) => late.has(field)),
    added,
    hasAside: copied.size > 0 || fields.some((field) => of(field) !== 'MESSAGE'),
    computes: fields.some(({ computed }) => computed !== null),
  };
}

/**
 * Returns whether a value is read into its place in the message. It is read apart if the message has another form of it, and
 * something else needs it or the encoding cannot turn it in its place.
 */
function isTurned(
  field: FieldPlan,
  { plan, read }: { plan: Parameters<typeof planStages>[0]; read: ReadonlySet<string> },
): boolean {
  const { isInPlace, inPlace } = encoderOf(plan).bytes;
  if (isInPlace) return true;
  if (field.isRelated || read.has(field.name) || plan.key.includes(plan.fields.indexOf(field))) return false;
  // What is tried here is not part of the module.
  return (inPlace?.(messageFieldOf(field, plan.numbersAs), new Scope()) ?? null) !== null;
}
