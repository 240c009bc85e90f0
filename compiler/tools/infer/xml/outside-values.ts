import { isBlank } from '../../../kernel/values/text.ts';
import type { SampleElement } from './document.ts';
import type { RecordGuess } from './records.ts';

/** What elements around the records contain that no record can have. */
interface OutsideValues {
  /** The number of values that come after a record, in an element that encloses records and that repeats. */
  late: number;
  /** The number of repeated elements on the path to the records that enclose none. */
  empty: number;
}

/**
 * Returns clauses about values around the records that a spec with this record path loses: those after the records, and
 * those of elements without a record. The document element is not examined, because totals at its end belong to no record.
 */
export function describeOutsideValues(roots: readonly SampleElement[], { path }: RecordGuess): string[] {
  const levels = path.slice(0, -1).map(() => ({ count: 0, late: 0, empty: 0 }));
  const visit = (element: SampleElement, depth: number): boolean => {
    const level = levels[depth];
    if (level === undefined) return true;
    level.count++;
    let hasRecord = false;
    for (const child of element.children) {
      if (child.local === path[depth + 1]) hasRecord = visit(child, depth + 1) || hasRecord;
      else if (hasRecord) level.late += countValues(child);
    }
    if (!hasRecord) level.empty++;
    return hasRecord;
  };
  for (const root of roots) visit(root, 0);
  const repeated = levels.slice(1).filter(({ count }) => count > 1);
  const { late, empty } = repeated.reduce<OutsideValues>(
    (sum, one) => ({ late: sum.late + one.late, empty: sum.empty + one.empty }),
    { late: 0, empty: 0 },
  );
  const around = `/${path.slice(0, -1).join('/')}`;
  const way = `describe ${around} as a record type that encloses the records (recordTypes)`;
  return [
    ...(late === 0
      ? []
      : [
          `${late} ${late === 1 ? 'value comes' : 'values come'} after the records of their element, so no record has them: ${way}`,
        ]),
    ...(empty === 0
      ? []
      : [`${empty} ${empty === 1 ? 'element encloses' : 'elements enclose'} no record, so values are lost: ${way}`]),
  ];
}

function countValues({ text, attributes, children }: SampleElement): number {
  return children.reduce((sum, child) => sum + countValues(child), attributes.length + (isBlank(text) ? 0 : 1));
}
