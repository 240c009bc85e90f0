import { isDocument } from '../../1-read/parts.ts';
import type { TypesCheck } from './check.ts';

const limits = ['maxDocumentBytes', 'maxDocumentRecords', 'maxRejectedDocuments'] as const;

/** Reports limits of documents in a spec without documents. */
export const checkDocuments: TypesCheck = (spec, report) => {
  if (spec.recordTypes.some((type) => isDocument(type, spec.recordTypes))) return;
  const because = 'no record type has "reject: WHOLE" or "as"';
  for (const key of limits)
    if (spec[key] !== undefined) report('key_without_effect', `/${key}`, { key, because }, { at: 'key' });
};
