import type { FormatSpec } from '../model/format-kind.ts';
import { onNoRecords } from '../model/line-keys.ts';
import { recordPath } from '../model/record-path.ts';
import { boolean, choice, optional, record, text } from '../../shape/create-shape.ts';

/** The keys of a spec that apply to XML. */
export const xmlKeys = {
  onNoRecords,
  recordPath,
  onDoctype: optional(
    choice(
      'XML: how a DOCTYPE without an internal subset is treated. SKIP: it is ignored, and nothing that it refers to is loaded. REJECT: the document is MALFORMED_XML, as with an internal subset. Default: `SKIP`.',
      ['REJECT', 'SKIP'],
    ),
  ),
  onSeveralMatches: optional(
    choice(
      'XML: how a record is treated in which the path of a field without `separator` matches more than once. FATAL, ERROR, WARNING: the severity of the issue SEVERAL_MATCHES. IGNORE: the first value counts. Default: the first value counts, and the run warning SEVERAL_MATCHES counts such records.',
      ['FATAL', 'ERROR', 'WARNING', 'IGNORE'],
    ),
  ),
  concatenated: optional(
    boolean(
      'XML: whether several documents may follow each other in a file, in the same encoding. Default: `false`, a second root element is MALFORMED_XML.',
    ),
  ),
  namespaces: optional(
    record(
      'XML: the namespace URI of each prefix in paths. Default: none.',
      text('The URI of a namespace.', { min: 1, max: 10_000 }),
    ),
  ),
};

/** The keys of a field that apply only to XML. */
export const xmlFieldKeys = {
  separator: optional(
    text('XML: joins all matches of the path with this text. Default: none, only the first match counts.', {
      max: 1000,
    }),
  ),
};

/** An XML spec, limited to its fields and the keys that apply to XML. */
export type XmlSpec = FormatSpec<typeof xmlKeys, typeof xmlFieldKeys>;
