import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addSmall,
  divideSmall,
  multiplySmall,
  roundSmall,
  type Rounding,
} from '../../../compiler/kernel/expressions/small-numbers.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';

const ROUNDINGS: readonly [Rounding, ...Rounding[]] = ['HALF_UP', 'HALF_EVEN', 'DOWN'];

test('arithmetic in doubles is exact, or leaves the numbers to big integers', () => {
  const random = randomOf(seed, 0);
  let answered = 0;
  const rounds = scaleRuns(40_000);
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [drawNumber(random), drawNumber(random)];
    const [x, y] = [parse(a), parse(b)];
    const scale = random.below(18);
    const rounding = random.pick(ROUNDINGS);
    const aligned = Math.max(x.scale, y.scale);
    const [first, second] = [x.units * 10n ** BigInt(aligned - x.scale), y.units * 10n ** BigInt(aligned - y.scale)];
    const cases: [string, string | null, string | null][] = [
      ['+', addSmall(a, b, 1), print(first + second, aligned)],
      ['-', addSmall(a, b, -1), print(first - second, aligned)],
      ['*', multiplySmall(a, b), print(x.units * y.units, x.scale + y.scale)],
      ['/', divideSmall(a, b, scale, rounding), second === 0n ? null : quotientOf(first, second, scale, rounding)],
      ['round', roundSmall(a, scale, rounding), quotientOf(x.units, 10n ** BigInt(x.scale), scale, rounding)],
    ];
    for (const [name, small, expected] of cases) {
      if (small !== null) assert.is(small, expected, `${a} ${name} ${b}, ${scale}, ${rounding}`);
      if (small !== null) answered++;
    }
  }
  assert.ok(answered > rounds, 'most of the numbers are small');
});

test.run();

/** Draws a number of up to 17 characters; many are at the bounds of what a double holds. */
function drawNumber(random: Random): string {
  const length = 1 + random.below(16);
  const digits = random.oneIn(4)
    ? random.pick(['9007199254740991', '9007199254740992', '5', '25', '4503599627370496', '999999999999999', '0'])
    : Array.from({ length }, () => String(random.below(10))).join('');
  const point = random.below(digits.length);
  const whole = digits.slice(0, digits.length - point).replace(/^0+(?=.)/, '');
  return `${random.oneIn(3) ? '-' : ''}${whole}${point === 0 ? '' : `.${digits.slice(-point)}`}`;
}

function parse(number: string): { units: bigint; scale: number } {
  const [whole = '', decimals = ''] = number.split('.');
  return { units: BigInt(whole + decimals), scale: decimals.length };
}

function print(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale === 0 ? '' : `.${digits.slice(cut)}`}`;
}

/** Rounds by comparing twice the rest with the divisor. */
function quotientOf(dividend: bigint, divisor: bigint, scale: number, rounding: Rounding): string {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const numerator = a * 10n ** BigInt(scale);
  const down = numerator / b;
  const twice = (numerator % b) * 2n;
  const isHalfUp = twice === b && (rounding === 'HALF_UP' || down % 2n === 1n);
  const units = rounding !== 'DOWN' && (twice > b || isHalfUp) ? down + 1n : down;
  return print(isNegative ? -units : units, scale);
}
