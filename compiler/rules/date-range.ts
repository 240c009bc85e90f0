import { type DateBound, type DateRange, planDateRange } from '../3-plan/date-range.ts';
import { emitDateBound } from '../4-emit/date-bound.ts';
import { type Code, code, join } from '../4-emit/literal.ts';
import { ruleKind } from './rule-kind.ts';

/** DATE_RANGE: from one day to another, both included; `today` is the day on which the run starts. */
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
    if (planned.kind === 'wrong') throw new Error(`the range was checked before: ${planned.reason}`);
    return planned.range;
  },
  sentence({ from, to }) {
    if (from === null) return `${to?.text ?? ''} or earlier`;
    return to === null ? `${from.text} or later` : `from ${from.text} to ${to.text}`;
  },
  // Most ranges move with the day of the run.
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
