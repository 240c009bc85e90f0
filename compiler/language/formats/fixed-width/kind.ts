import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfBlocks, splitsOfLines } from '../model/splits.ts';
import { checkFixedWidth } from './check.ts';
import { fastFixedWidth, hasFastFixedWidth, withoutCopies } from './emit-fast.ts';
import { emitFindType } from './emit-find-type.ts';
import { emitDialect, emitFixedWidthTypes, emitRecords } from './emit-records.ts';
import { fixedWidthFieldKeys, fixedWidthKeys } from './keys.ts';
import { planFixedWidth } from './plan.ts';
import { createRawRecord } from './raw-record.ts';

/** FIXED_WIDTH: fields at fixed positions. Each record is a line, or a block of characters without a line end. */
export const fixedWidth = createFormatKind({
  format: 'FIXED_WIDTH',
  locator: 'column',
  keys: fixedWidthKeys,
  fieldKeys: fixedWidthFieldKeys,
  check: checkFixedWidth,
  plan: planFixedWidth,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitDialect(formatPlan, scope).source,
    emitReadRecord(plan, createRawRecord(formatPlan, scope), scope),
    emitRecords(formatPlan, plan, scope),
  ],
  emitTypes: emitFixedWidthTypes,
  splits: ({ dialect: { skipBottom, maxLength }, isUnterminated }, { encoding }) =>
    isUnterminated ? splitsOfBlocks(encoding, maxLength, skipBottom) : splitsOfLines(encoding, skipBottom),
  fast(formatPlan, { fields }) {
    const own = withoutCopies(formatPlan, fields);
    return hasFastFixedWidth(own) ? fastFixedWidth(own) : null;
  },
  findType: emitFindType,
});
