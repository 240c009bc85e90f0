import { buildFile } from './build-file.ts';
import { findOrigin } from './own-views.ts';
import { ofType, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { settleTotals } from './settle-totals.ts';
import { type TypedContext, validCellsOf } from './typed-context.ts';
import type { TypedVerdict } from './typed-oracle.ts';

/** A file without issues, or why none was found. */
export type ValidFile =
  | { readonly kind: 'found'; readonly nodes: SampleNode[] }
  | { readonly kind: 'none'; readonly why: string };

/** How many other cells are tried for fields whose rules need values of several records. */
const MAX_TRIES = 60;

/**
 * Builds a file without issues. Cells that are valid on their own may break a rule together with those of other records:
 * then other cells are tried.
 */
export function findValidFile(context: Omit<TypedContext, 'messages'>): ValidFile {
  const nodes = buildFile(context);
  const tried = new Map<string, number>();
  let verdict = settleTotals(context, nodes);
  for (let round = 0; round < MAX_TRIES && verdict !== null; round++) {
    if (isValid(verdict)) return { kind: 'found', nodes };
    if (!replaceCell(context, { nodes, verdict, tried })) break;
    verdict = settleTotals(context, nodes);
  }
  return { kind: 'none', why: verdict === null ? 'a record of valid values cannot be written' : describe(verdict) };
}

/** Returns whether a file has no issue and was read to its end. */
export function isValid({ recordIssues, fileIssues, failure }: TypedVerdict): boolean {
  return recordIssues.length === 0 && fileIssues.length === 0 && failure === null;
}

function describe({ recordIssues, fileIssues, failure }: TypedVerdict): string {
  const [issue] = [...recordIssues.flatMap(({ issues }) => issues), ...fileIssues];
  return `no file of valid records was found: every tried file has ${failure ?? issue?.ruleId ?? issue?.code}`;
}

interface Attempt {
  readonly nodes: readonly SampleNode[];
  readonly verdict: TypedVerdict;
  /** How many cells of each field were tried. */
  readonly tried: Map<string, number>;
}

/** Replaces the cells of the first field with an issue in all records of its type. Returns whether one was left to try. */
function replaceCell(context: Omit<TypedContext, 'messages'>, { nodes, verdict, tried }: Attempt): boolean {
  const { spec, views } = context;
  for (const { recordType, issues } of verdict.recordIssues) {
    const type = views.findIndex(({ name }) => name === recordType);
    for (const { field } of issues) {
      const origin = field === null ? null : findOrigin(spec, views, { type, field });
      if (origin === null) continue;
      const place = `${origin.type}.${origin.field}`;
      const next = (tried.get(place) ?? 0) + 1;
      tried.set(place, next);
      const cell = validCellsOf(context, origin)[next];
      if (cell === undefined) continue;
      for (const node of ofType(nodes, origin.type)) node.cells = node.cells.with(origin.field, cell);
      return true;
    }
  }
  return false;
}
