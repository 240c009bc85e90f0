import type { StructureSetting } from './structure-severity.ts';

/** Returns sentences on the lines that are skipped at the start and at the end of a file. */
export function describeSkipped({
  skipLines,
}: {
  readonly skipLines?: { readonly top?: number; readonly until?: 'HEADER'; readonly bottom?: number };
}): string[] {
  const lines = (count: number) => (count === 1 ? 'line is' : `${count} lines are`);
  return [
    ...((skipLines?.top ?? 0) > 0 ? [`The first ${lines(skipLines?.top ?? 0)} skipped.`] : []),
    ...(skipLines?.until === undefined
      ? []
      : ['Up to 1,000 lines before the header are skipped: it is the first line that has all required columns.']),
    ...((skipLines?.bottom ?? 0) > 0 ? [`The last ${lines(skipLines?.bottom ?? 0)} skipped.`] : []),
  ];
}

/** Returns the sentence on records with too many or too few cells. `otherwise`: what happens if they are accepted. */
export function describeStructure(what: string, setting: StructureSetting = 'FATAL', otherwise: string): string {
  return setting === 'IGNORE'
    ? `${what} is accepted: ${otherwise}.`
    : `${what} is reported as ${setting}${setting === 'FATAL' ? '' : `, and ${otherwise}`}.`;
}
