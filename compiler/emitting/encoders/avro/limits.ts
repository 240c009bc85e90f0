import type { ValueLimit } from '../model/encoder.ts';
import type { LogicalType } from '../model/logical-type.ts';
import { unitDecimals } from './units.ts';

/** Returns what a value must fulfil so that its Avro type contains it, or null. */
export function limitOf(logical: LogicalType): ValueLimit | null {
  switch (logical.kind) {
    case 'text':
    case 'boolean':
      return null;
    case 'long':
      return { demand: 'be a whole number of at most 64 bits', test: 'fitsLong', operands: [] };
    case 'decimal': {
      const { precision, scale } = logical;
      const decimals = scale === 0 ? 'no decimals' : scale === 1 ? 'one decimal' : `${scale} decimals`;
      const demand = `have at most ${countDigits(precision - scale)} before the point and ${decimals}`;
      return { demand, test: 'fitsDecimal', operands: [precision, scale] };
    }
    case 'date':
      return { demand: 'be at most 2147483647 days from 1970-01-01', test: 'fitsEpochDay', operands: [] };
    case 'time':
      return {
        demand: `be before 24:00 with ${secondsWith(logical)}`,
        test: 'fitsTime',
        operands: [unitDecimals(logical)],
      };
    case 'instant':
      return { demand: `have ${secondsWith(logical)}`, test: 'fitsInstant', operands: [unitDecimals(logical)] };
    default:
      return logical satisfies never;
  }
}

function countDigits(count: number): string {
  return count === 1 ? 'one digit' : `${count} digits`;
}

function secondsWith(times: { readonly decimals: number }): string {
  return `at most ${unitDecimals(times)} decimals of a second`;
}
