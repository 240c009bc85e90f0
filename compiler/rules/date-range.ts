import { type DateBound, type DateRange, planDateRange } from '../dates/plan/range.ts';
import { emitDateBound } from '../dates/emit/bound.ts';
import { type Code, code, join } from '../code/literal.ts';
import { ruleKind } from './rule-kind.ts';

/** DATE_RANGE: the day lies between two days, both included. `today` is the day in UTC on which the run starts. */
export const dateRange = ruleKind<'DATE_RANGE', DateRange>({
  ruleType: 'DATE_RANGE',
  types: ['DATE'],
  check({ value }, { pointer, by, report }) {
    const planned = planDateRange(value);
    if (planned.kind === 'wrong')
      report(
        'invalid_date_range',
        `${pointer}/value`,
        { detail: `${by}: ${planned.reason}` },
        planned.hint === undefined ? {} : { hint: planned.hint },
      );
  },
  plan({ value }) {
    const planned = planDateRange(value);
    if (planned.kind === 'wrong') throw new Error(`an invalid range passed the checks: ${planned.reason}`);
    return planned.range;
  },
  sentence({ from, to }) {
    if (from === null) return `${to?.text ?? ''} or earlier`;
    return to === null ? `${from.text} or later` : `from ${from.text} to ${to.text}`;
  },
  // Most ranges depend on the day of the run, which is unknown at compile time.
  refuses: () => false,
  landmarks: ({ from, to }) => ({ days: [from, to].filter((bound) => bound !== null) }),
  isBroken({ from, to }, { day }, _, scope) {
    const bound = (date: DateBound) => scope.include(emitDateBound(date, code`record.today`));
    const sides: Code[] = [];
    if (from !== null) sides.push(code`${day} < ${bound(from)}`);
    if (to !== null) sides.push(code`${day} > ${bound(to)}`);
    return join(sides, ' || ');
  },
});
