import { columnNameOf } from '../model/column-names.ts';
import type { FormatText } from '../model/format-kind.ts';
import { codeSpan } from '../model/markdown.ts';
import type { XmlSpec } from './keys.ts';

/** The texts of XML in the documentation of a spec. */
export const xmlText: FormatText<XmlSpec> = {
  file: describeXml,
  placeTitle: 'Path',
  place: ({ fields }, index) => codeSpan(columnNameOf(fields[index] ?? { name: '' })),
  selection: ({ path = '' }) => `each element ${codeSpan(path)}`,
  emptyValue: 'An element or attribute that is missing or empty',
  language: 'xml',
};

function describeXml({ recordPath, namespaces = {}, encoding, fields, ...settings }: XmlSpec): string[] {
  const prefixes = Object.entries(namespaces).map(
    ([prefix, uri]) => `The prefix ${codeSpan(prefix)} means the namespace ${codeSpan(uri)}.`,
  );
  return [
    // With record types, the structure describes which elements are records.
    recordPath === undefined ? 'XML 1.0.' : `XML 1.0: each element ${codeSpan(recordPath)} is a record.`,
    settings.onDoctype === 'REJECT'
      ? 'A document type declaration is not allowed.'
      : 'A document type declaration must not have declarations of its own (an internal subset).',
    ...(settings.concatenated === true ? ['A file may have several documents, one after the other.'] : []),
    encoding === undefined
      ? 'The encoding is the one that the document declares, or UTF-8.'
      : `The encoding is the one that the document declares, or ${codeSpan(encoding)}.`,
    ...(prefixes.length === 0 ? ['Elements are matched by local name, in any namespace.'] : prefixes),
    'Paths below are relative to the record. A path that begins with `/` returns the last value at that path before the record, within the elements that enclose the record.',
    ...([recordPath ?? '', ...fields.map(columnNameOf)].some((path) => path.includes('['))
      ? [
          "Brackets in a path select elements: `[@name='value']` those whose attribute has exactly this value, `[2]` the second of those that have the name and the parent in common.",
        ]
      : []),
  ];
}
