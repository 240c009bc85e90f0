import { code } from '../../../emitting/code/literal.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { rejectCodePages } from '../model/check-encoding.ts';
import { checkXml } from './check.ts';
import { emitFindType } from './emit-find-type.ts';
import { fastXml, hasFastXml } from './emit-fast.ts';
import { createRawRecord, emitColumns, emitRecords, emitRoots } from './emit-records.ts';
import { emitXmlTypes } from './emit-types.ts';
import { xmlFieldKeys, xmlKeys } from './keys.ts';
import { createDocumentWriter } from './sample-document.ts';
import { createXmlWriter } from './sample-writer.ts';
import { xmlText } from './text.ts';
import { planXml } from './plan.ts';
import { mayMeetPath } from './meeting-paths.ts';

/** XML: each record is an element. Fields are texts and attributes inside the record, or before it in the document. */
export const xml = createFormatKind({
  format: 'XML',
  locator: 'path',
  structure: 'TREE',
  hasHeader: false,
  columns: () => 'PATH',
  rawRecord: 'XmlRecord',
  text: xmlText,
  samples: {
    createWriter: createXmlWriter,
    whyNone: 'no document can contain several records with arbitrary values, or a path has a position',
    createDocumentWriter,
  },
  keys: xmlKeys,
  fieldKeys: xmlFieldKeys,
  check: checkXml,
  checkEncoding: rejectCodePages,
  lateWarnings: ['UNKNOWN_COLUMN'],
  plan: planXml,
  emit: (own, plan, scope): Statement[] => [
    emitColumns(plan.fields, code`columns`, 0).source,
    ...emitRoots(own, plan.fields, scope),
    emitReadRecord(plan, createRawRecord(code`columns`, scope), scope),
    emitRecords(own, plan, scope),
  ],
  emitTypes: emitXmlTypes,
  // A document cannot be split: open elements, namespaces and the declared encoding before a record change its meaning.
  splits: () => null,
  fast: (own, { fields }) => (hasFastXml(own, fields) ? fastXml(own) : null),
  whySlow: ({ hasPredicates }) => (hasPredicates ? 'a path has a predicate, which is compared with texts' : null),
  mayMeet: mayMeetPath,
  findType: emitFindType,
  findsDocuments: true,
});
