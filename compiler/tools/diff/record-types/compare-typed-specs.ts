import { type Change, createChanges } from '../model/change.ts';
import type { Compare } from '../model/spec-pair.ts';
import { compareContents } from './contents.ts';
import { compareDocuments } from './documents.ts';
import { compareFileRules } from './file-rules.ts';
import { compareOtherLines } from './other-lines.ts';
import { comparePlaces } from './places.ts';
import { compareSelection } from './selection.ts';
import { pairTypes, type TypesSide } from './types-pair.ts';

/**
 * Returns the changes between two states of a spec with several record types. `comparisons` compare the contents of one
 * type.
 */
export function compareTypedSpecs(old: TypesSide, now: TypesSide, comparisons: readonly Compare[]): Change[] {
  const { report, all } = createChanges();
  const rules = createChanges();
  const pair = pairTypes(old, now);
  compareSelection(pair, report);
  comparePlaces(pair, report);
  compareDocuments(pair, report);
  compareOtherLines(pair, report);
  compareFileRules(pair, rules.report);
  return [...all, ...compareContents(pair, comparisons), ...rules.all];
}
