import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { rejectCodePages } from '../model/check-encoding.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfLines } from '../model/splits.ts';
import { checkJson } from './check.ts';
import { createRawRecord, emitFields, emitRecords } from './emit-records.ts';
import { jsonKeys } from './keys.ts';
import { planJson } from './plan.ts';
import { pointerOf } from './pointer.ts';
import { createJsonWriter } from './sample-writer.ts';
import { jsonText } from './text.ts';

/** JSON: each line is a record. Fields are values at JSON Pointers below it. */
export const json = createFormatKind({
  format: 'JSON',
  locator: 'path',
  structure: 'LINES',
  hasHeader: false,
  columns: () => 'PATH',
  columnOf: pointerOf,
  rawRecord: 'JsonRecord',
  text: jsonText,
  samples: { createWriter: createJsonWriter, whyNone: 'the pointers of its fields need very long lists' },
  keys: jsonKeys,
  fieldKeys: {},
  check: checkJson,
  checkEncoding: rejectCodePages,
  lateWarnings: ['UNKNOWN_COLUMN'],
  plan: planJson,
  emit: (own, plan, scope): Statement[] => [
    ...emitFields(own, scope),
    emitReadRecord(plan, createRawRecord(scope), scope),
    emitRecords(own, plan, scope),
  ],
  emitTypes: null,
  splits: (_, { encoding }) => splitsOfLines(encoding, 0),
  fast: () => null,
  findType: () => null,
});
