import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleText } from '../sets/sample-set.ts';
import type { CreateFile } from './field-goals.ts';
import type { Origin } from './own-views.ts';
import { ofType } from '../../../language/formats/model/samples/sample-node.ts';
import { settleTotals } from './settle-totals.ts';
import { type TypedContext, validCellsOf } from './typed-context.ts';
import { isValid } from './valid-file.ts';

/** How many cells near the bounds of a rule are tried. */
const MAX_CELLS = 12;

/**
 * Creates files without issues: an ordinary one, one for each rule with a value at its bounds, and one for each
 * correction with a text that it changes. Omits files that cannot be created.
 */
export function createValidFiles(context: TypedContext, createFile: CreateFile): SampleText[] {
  const valid = context.oracle.writer.write(createFile());
  const files: SampleText[] =
    valid === null ? [] : [{ name: 'valid', shows: 'satisfies every rule', bytes: valid, breaks: null }];
  for (const [type, { candidates = [] } = {}] of context.values.entries()) {
    for (const [field, candidate] of candidates.entries()) {
      const origin = { type, field };
      const input = { context, createFile, origin };
      for (const { rule, boundaryValues } of candidate.rules) {
        if (ruleKinds[rule.ruleType].checksNull || isRelation(rule)) continue;
        const { ruleId, ruleType } = rule;
        const near = candidate.cellsNear(boundaryValues.matcher === undefined ? boundaryValues : null);
        const shows = `just satisfies ${ruleId}: ${context.messages.get(ruleId) ?? ruleType}`;
        files.push(...changedFile(input, { name: `bound-${ruleId}`, shows }, near));
      }
      for (const correction of candidate.corrections) {
        const { ruleId } = correction;
        const cells = validCellsOf(context, origin)
          .filter((cell) => cell !== null)
          .flatMap((text) => candidate.cellsBefore(correction, text).filter((before) => before !== text));
        files.push(
          ...changedFile(input, { name: `correction-${ruleId}`, shows: `satisfies every rule after ${ruleId}` }, cells),
        );
      }
    }
  }
  return files;
}

interface ChangedInput {
  readonly context: TypedContext;
  readonly createFile: CreateFile;
  readonly origin: Origin;
}

/** Returns the first file without issues that has one of the cells. Empty if none has no issues. */
function changedFile(
  { context, createFile, origin: { type, field } }: ChangedInput,
  named: Pick<SampleText, 'name' | 'shows'>,
  cells: readonly Cell[],
): SampleText[] {
  const verdicts = context.values[type]?.verdicts[field];
  const suitable = cells.filter((cell) => cell !== null && verdicts?.get(cell)?.length === 0).slice(0, MAX_CELLS);
  for (const cell of suitable) {
    const nodes = createFile();
    const of = ofType(nodes, type);
    const node = of[1] ?? of[0];
    if (node === undefined) return [];
    node.cells = node.cells.with(field, cell);
    const verdict = settleTotals(context, nodes, { node, field });
    const bytes = verdict !== null && isValid(verdict) ? context.oracle.writer.write(nodes) : null;
    if (bytes !== null) return [{ ...named, bytes, breaks: null }];
  }
  return [];
}
