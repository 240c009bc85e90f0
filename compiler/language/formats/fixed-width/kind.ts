import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfBlocks, splitsOfLines } from '../model/splits.ts';
import { checkFixedWidth } from './check.ts';
import { fastFixedWidth, hasFastFixedWidth, whySlowBytes, withoutCopies } from './emit-fast.ts';
import { fastFixedWidthGroups } from './emit-fast-groups.ts';
import { emitFindType } from './emit-find-type.ts';
import { emitDialect, emitFixedWidthTypes, emitRecords, emitStoredNumbers, hasStored } from './emit-records.ts';
import { fixedWidthFieldKeys, fixedWidthKeys } from './keys.ts';
import { createFixedWidthWriter } from './sample-writer.ts';
import { fixedWidthText } from './text.ts';
import { planFixedWidth } from './plan.ts';
import { createRawRecord } from './raw-record.ts';

/** FIXED_WIDTH: fields at fixed positions. Each record is a line, or a block of characters without a line end. */
export const fixedWidth = createFormatKind({
  format: 'FIXED_WIDTH',
  locator: 'column',
  structure: 'LINES',
  hasHeader: false,
  columns: () => 'PLACE',
  rawRecord: 'FixedWidthLine',
  text: fixedWidthText,
  samples: {
    createWriter: createFixedWidthWriter,
    whyNone: 'its header cannot be written in its encoding',
  },
  keys: fixedWidthKeys,
  fieldKeys: fixedWidthFieldKeys,
  check: checkFixedWidth,
  checkEncoding({ encoding, lineTerminator }, report) {
    if (lineTerminator === 'NONE' && findEncoding(encoding) === 'iso-2022-jp')
      report('encoding_needs_line_ends', '/encoding', { encoding });
  },
  plan: planFixedWidth,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitDialect(formatPlan, scope).source,
    ...emitStoredNumbers(hasStored(formatPlan.ranges), plan.encoding, scope),
    emitReadRecord(plan, createRawRecord(formatPlan, scope), scope),
    emitRecords(formatPlan, plan, scope),
  ],
  emitTypes: emitFixedWidthTypes,
  whySlow: (formatPlan) => (formatPlan.isBinary === true ? whySlowBytes(formatPlan) : null),
  isBinary: ({ isBinary = false }) => isBinary,
  blockLengths: ({ lengths }) => (lengths?.lengths === 'RDW_BDW' ? { included: lengths.included } : null),
  splits: ({ dialect: { skipBottom, maxLength }, isUnterminated, lengths }, { encoding }) =>
    lengths !== undefined
      ? null
      : isUnterminated
        ? splitsOfBlocks(encoding, maxLength, skipBottom)
        : splitsOfLines(encoding, skipBottom),
  fast(formatPlan, { fields }) {
    const own = withoutCopies(formatPlan, fields);
    if (!hasFastFixedWidth(own)) return null;
    return { ...fastFixedWidth(own), ofGroups: (repeat) => fastFixedWidthGroups(own, repeat) };
  },
  findType: emitFindType,
});
