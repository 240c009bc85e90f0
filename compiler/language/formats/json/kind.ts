import { isMultiByte } from '../../../kernel/input/encodings/multi-byte.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import { code } from '../../../emitting/code/literal.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { rejectCodePages } from '../model/check-encoding.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfLines } from '../model/splits.ts';
import { checkJson, checkRecordPath } from './check.ts';
import { fastJson, hasFastJson } from './emit-fast.ts';
import { emitFindType } from './emit-find-type.ts';
import { createRawRecord, emitFields, emitRecords } from './emit-records.ts';
import { emitJsonTypes } from './emit-types.ts';
import { jsonKeys } from './keys.ts';
import { planJson } from './plan.ts';
import { pointerOf } from './pointer.ts';
import { createNestedJsonWriter } from './sample-nested.ts';
import { createJsonWriter } from './sample-writer.ts';
import { checkTypePaths, mayMeet } from './type-paths.ts';
import { jsonText } from './text.ts';

/** JSON: each line is a record, or the values at a path in a document are. Fields are values at JSON Pointers below it. */
export const json = createFormatKind({
  format: 'JSON',
  locator: 'path',
  structure: 'LINES',
  hasHeader: false,
  columns: () => 'PATH',
  columnOf: pointerOf,
  rawRecord: 'JsonRecord',
  text: jsonText,
  samples: {
    createWriter: createJsonWriter,
    createNestedWriter: createNestedJsonWriter,
    whyNone:
      'the records of a document must be items of one list, and not have others in them, and pointers must not need very long lists',
  },
  keys: jsonKeys,
  fieldKeys: {},
  check: checkJson,
  checkEncoding(spec, report) {
    rejectCodePages(spec, report);
    // The places of records are known in encodings of one or two bytes a unit.
    const { encoding, format, recordPath } = spec;
    const name = findEncoding(encoding) ?? '';
    if (recordPath !== undefined && (isMultiByte(name) || name === 'iso-2022-jp'))
      report('encoding_not_for_format', '/encoding', { encoding, format });
  },
  lateWarnings: ['UNKNOWN_COLUMN'],
  plan: planJson,
  isDocument: ({ recordPath }) => recordPath !== null,
  emit: (own, plan, scope): Statement[] => [
    ...emitFields(own, scope),
    emitReadRecord(plan, createRawRecord(code`columns`, scope), scope),
    emitRecords(own, plan, scope),
  ],
  checkOneType: checkRecordPath,
  typesByPath: { check: checkTypePaths },
  mayMeet,
  emitTypes: emitJsonTypes,
  splits: ({ recordPath }, { encoding }) => (recordPath === null ? splitsOfLines(encoding, 0) : null),
  fast: (own) => (hasFastJson(own) ? fastJson(own) : null),
  findType: emitFindType,
});
