import type { FormatSpec } from '../model/format-kind.ts';
import { onNoRecords } from '../model/line-keys.ts';
import { optional, record, text } from '../../shape/create-shape.ts';

/** The keys of an XML spec that other formats do not have. */
export const xmlKeys = {
  onNoRecords,
  recordPath: optional(
    text(
      'XML: the path of the elements that are records, such as `/Document/Stmt/Ntry`, or `//Ntry` for elements anywhere. Required for XML.',
      {
        min: 1,
        max: 10_000,
      },
    ),
  ),
  namespaces: optional(
    record(
      'XML: the namespace URI of each prefix in paths. Default: none.',
      text('The URI of a namespace.', { min: 1, max: 10_000 }),
    ),
  ),
};

/** The keys of a field of an XML spec that other formats do not have. */
export const xmlFieldKeys = {
  separator: optional(
    text('XML: joins all matches of the path with this text. Default: none, only the first match counts.', {
      max: 1000,
    }),
  ),
};

/** An XML spec with the keys that only this format has. */
export type XmlSpec = FormatSpec<typeof xmlKeys, typeof xmlFieldKeys>;
