import { type Code, code, literal } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { RawRecord } from '../../fields/read-record.ts';
import type { CharacterRange, FixedWidthPlan } from './plan.ts';
import { emitStored } from './storage.ts';

/** Returns the parameter of the function that reads a record, and the expressions for its cells. */
export function createRawRecord({ ranges, bytesOf }: FixedWidthPlan, scope: Scope): RawRecord {
  return {
    raw: { name: 'line', type: scope.useType('FixedWidthLine') },
    cellOf: ({ key }) => emitCell(ranges[key], scope),
    isMissing: ({ key }) =>
      bytesOf === undefined
        ? code`line.text.length < ${ranges[key]?.start ?? 0}`
        : code`${scope.use('lineLength')}(line) < ${ranges[key]?.start ?? 0}`,
    withoutCell: (value) => code`${scope.use('withoutCell')}(line, ${value})`,
  };
}

function emitCell(range: CharacterRange | undefined, scope: Scope): Code {
  if (range === undefined) return code`undefined`;
  const { start, length, align, padding, storage } = range;
  if (storage !== undefined) return emitStored(storage, code`${start}, ${length}`);
  return code`${scope.use(align === 'LEFT' ? 'sliceLeftAligned' : 'sliceRightAligned')}(line, ${start}, ${length}, ${literal(padding)})`;
}
