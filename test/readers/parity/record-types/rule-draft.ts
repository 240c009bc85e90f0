import type { Random } from '../../../support/random.ts';
import type { DrawnType } from './draft.ts';

type Tree = Record<string, unknown>;

/** Draws up to four rules of a file. */
export function drawFileRules(random: Random, types: readonly DrawnType[], hasContinuation = false): Tree[] {
  return Array.from({ length: random.below(5) }, (_, index) => ({
    ruleId: `rule${index}`,
    ...drawRule(random, types, hasContinuation),
    ...(random.oneIn(3) && { severity: random.pick(['FATAL', 'ERROR', 'WARNING']) }),
  }));
}

function drawRule(random: Random, types: readonly DrawnType[], hasContinuation: boolean): Tree {
  const type = () => types[random.below(types.length)]?.name ?? '';
  const where = () => {
    const condition = random.pick([
      { field: 'txt', values: ['A', 'B'] },
      { field: 'num', values: ['1', '2'] },
      { field: 'amt', values: ['1', '2.50'] },
    ]);
    const and = random.oneIn(3) ? { and: [{ field: 'txt', values: ['A', 'AB', 'C'] }] } : {};
    return random.oneIn(3) ? { where: { ...condition, ...and } } : {};
  };
  const isEqual = random.oneIn(4);
  switch (random.below(6)) {
    case 0:
    case 1: {
      const isAll = random.oneIn(5);
      const of = isAll ? '*' : random.oneIn(3) ? [...new Set([type(), type()])] : type();
      const lines = hasContinuation && random.oneIn(2) ? ['continuation'] : [];
      const frame = random.oneIn(3) ? random.pick([['self'], ['enclosing'], ['self', 'enclosing']]) : [];
      const blocks = random.oneIn(5) ? { blockOf: 2 + random.below(2) } : {};
      const found = { ruleType: 'COUNT_EQUALS', of, ...(!isAll && where()), ...blocks };
      const including = (names: string[]) => (names.length > 0 ? { including: names } : {});
      return isEqual
        ? { ...found, ...including(lines), equals: { count: type(), ...where() } }
        : { ...found, ...including([...frame, ...lines]), field: `${type()}.num` };
    }
    case 2:
    case 3: {
      const sum = () => `${type()}.${random.pick(['num', 'amt'])}`;
      const found = {
        ruleType: 'SUM_EQUALS',
        of: random.oneIn(3) ? [...new Set([sum(), sum(), sum()])] : sum(),
        ...where(),
        ...(random.oneIn(4) && { modulus: random.pick(['2', '10']) }),
        ...(random.oneIn(4) && { absolute: true }),
      };
      return isEqual ? { ...found, equals: { sum: sum(), ...where() } } : { ...found, field: sum() };
    }
    case 4:
      return random.oneIn(2)
        ? {
            ruleType: 'COUNT_RANGE',
            of: random.oneIn(5) ? '*' : type(),
            value: random.pick(['1,3', ',2', '2,', '0,4']),
          }
        : {
            ruleType: 'ORDERED',
            of: `${type()}.${random.pick(['num', 'amt', 'txt'])}`,
            ...(random.oneIn(2) && { direction: 'DESC' }),
          };
    default: {
      const one = type();
      const fields = ['num', 'amt', 'txt'].filter(() => random.oneIn(2)).map((name) => `${one}.${name}`);
      return { ruleType: 'UNIQUE', of: fields.length === 0 ? [`${one}.txt`] : fields };
    }
  }
}
