import type { FileRule } from '../file-rules/file-rule.ts';
import type { Position, SplitStates, StateCorrection } from '../model/contract.ts';
import { compareScopes, correctScopes, type ScopePair } from './compare-scopes.ts';
import { compareTotals, correctTotals, type TotalsPair } from './compare-totals.ts';
import { copyScope, type FileStructure } from './structure.ts';
import { TypeTree } from './type-tree.ts';
import type { TypedFileState } from './typed-state.ts';

/** By how much the actual numbers are greater than those of the reader: of lines that are counted, and of records. */
interface Moved {
  readonly lines: number;
  readonly records: number;
}

/**
 * The states of readers that start inside a file. Such a reader assumes a state. The records that it reads depend on the
 * counts and sums of a scope only when the scope ends, or when it has no room. Until then, the actual state follows from
 * the assumed one by addition.
 */
export class TypedSplitStates implements SplitStates {
  readonly #tree: TypeTree;
  readonly #rules: readonly FileRule[];

  constructor(structure: FileStructure, rules: readonly FileRule[]) {
    this.#tree = new TypeTree(structure);
    this.#rules = rules;
  }

  assume(known: unknown): TypedFileState {
    const state = fileStateOf(known);
    const { scopes, enclosing } = state.records;
    const marked = scopes.map((scope, depth) => ({ ...copyScope(scope), id: depth + 1 }));
    return { ...state, records: { scopes: marked, enclosing, totals: [] } };
  }

  compare(actual: Position, assumed: Position): StateCorrection | null {
    const [real, own] = [fileStateOf(actual.state), fileStateOf(assumed.state)];
    if (withoutCounts(real) !== withoutCounts(own)) return null;
    // The rest of a document that is too long is rejected because of a record before it.
    if (real.records.document !== undefined || own.records.document !== undefined) return null;
    const moved = { lines: actual.line - assumed.line, records: actual.record - assumed.record };
    const totals = compareTotals(this.#rules, real.records.totals, own.records.totals, moved);
    const scopes = totals && compareScopes(this.#tree, real.records.scopes, own.records.scopes);
    if (scopes === null || totals === null) return null;
    const open = new Set(real.records.scopes.map(({ type }) => type));
    for (const { rule, isSame } of totals) {
      if (isSame) continue;
      if (!open.has(rule.scope)) return null;
      for (const pair of scopes) if (pair.real.type === rule.scope) pair.isSame = false;
    }
    const lines = (real.joinedLines ?? 0) - (own.joinedLines ?? 0);
    const [file] = scopes;
    // The end of the file shows whether its lines fill blocks.
    if (file !== undefined && lines !== 0) file.isSame = false;
    return ({ state }) => this.#correct(fileStateOf(state), { scopes, totals, lines, records: moved.records });
  }

  #correct(
    state: TypedFileState,
    { scopes, totals, ...moved }: { scopes: readonly ScopePair[]; totals: readonly TotalsPair[] } & Moved,
  ): TypedFileState | null {
    const { records, joinedLines } = state;
    const { document } = records;
    const corrected = correctScopes(this.#tree, scopes, records.scopes);
    if (corrected === null) return null;
    return {
      ...state,
      ...(joinedLines !== undefined && { joinedLines: joinedLines + moved.lines }),
      records: {
        ...records,
        scopes: corrected,
        totals: correctTotals(totals, records.totals),
        ...(document !== undefined && { document: { ...document, record: document.record + moved.records } }),
      },
    };
  }
}

/** Returns the part of a state on which records depend in other ways than by counts and sums, as one text. */
function withoutCounts({ records: { enclosing }, ...source }: TypedFileState): string {
  return JSON.stringify({ ...source, joinedLines: 0, enclosing });
}

function fileStateOf(state: unknown): TypedFileState {
  // The state of a position in a file with several record types is the object that its transformer has created.
  return state as TypedFileState;
}
