import type { FileRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { Noted } from '../model/draft.ts';
import type { NamedTotal } from './name-totals.ts';

const FEW = 'few records show this';

/** Returns the rule of the file that checks a total. `nameOf` returns the name of the record type of a kind. */
export function draftRule(
  { total, field, addend, code }: NamedTotal,
  nameOf: (kind: string) => string,
): Noted<FileRule> {
  const trailer = nameOf(total.total.kind);
  const common = { ruleId: `${trailer}-${field}`, field: `${trailer}.${field}` };
  const { of } = total;
  if ('kinds' in of)
    return {
      value: { ...common, ruleType: 'COUNT_EQUALS', of: of.kinds.map(nameOf) },
      note: of.isSmall ? FEW : null,
    };
  if ('including' in of) {
    const blockOf = of.blockOf === null ? {} : { blockOf: of.blockOf };
    return {
      value: { ...common, ruleType: 'COUNT_EQUALS', of: '*', including: [...of.including], ...blockOf },
      note: of.isSmall ? FEW : null,
    };
  }
  const { sum, where, what } = of;
  const selected = where === null || code === null ? {} : { where: { field: code, values: [...where.values] } };
  const modulus = what.kind === 'HASH' ? { modulus: `1${'0'.repeat(total.total.end - total.total.start)}` } : {};
  return {
    value: { ...common, ruleType: 'SUM_EQUALS', of: `${nameOf(sum.kind)}.${addend}`, ...selected, ...modulus },
    note: where === null ? null : 'the sample has only these codes',
  };
}
