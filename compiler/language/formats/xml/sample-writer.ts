import type { XmlSpec } from './keys.ts';
import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { NO_RECORD_FOUND } from '../../../kernel/model/no-records.ts';
import { indented, isWritable, openTag, withReferences, writeBranch, writeDeclarations } from './sample-elements.ts';
import { encodingOf, type TextEncoding } from '../model/samples/encode-text.ts';
import {
  type Cell,
  type FaultyFile,
  type FileWriter,
  joinBytes,
  joinRecords,
  type WrittenRecord,
} from '../model/samples/file-writer.ts';
import { planLayout, type XmlLayout } from './sample-layout.ts';

/** The properties of a spec that are needed to write XML documents. */
interface XmlFile {
  readonly spec: XmlSpec;
  readonly layout: XmlLayout;
  readonly encode: TextEncoding;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/**
 * Creates a writer of XML documents for a spec. Returns null if a document cannot contain several records with
 * arbitrary values, or if the encoding lacks a character of the document element.
 */
export function createXmlWriter(spec: XmlSpec): FileWriter | null {
  const layout = planLayout(spec);
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const head =
    layout === null || layout.root === null
      ? layout && new Uint8Array(0)
      : encode(
          `${spec.encoding === undefined ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''}<${layout.root}${writeDeclarations(spec)}>\n`,
        );
  const tail = layout === null || layout.root === null ? layout && new Uint8Array(0) : encode(`</${layout.root}>\n`);
  if (layout === null || head === null || tail === null) return null;
  const file: XmlFile = { spec, layout, encode, head, tail };
  return {
    ending: 'xml',
    fillers: spec.fields.map(() => null),
    requiredCells: () => [],
    writeRecord: (cells) => writeXmlRecord(file, cells),
    writeFile: (records) => joinRecords(head, records, tail),
    writeFaults: (cells) => writeFaults(file, cells),
  };
}

/**
 * Writes a record with its enclosing elements. Returns null if a cell contains a character that XML 1.0 does not allow,
 * or if the encoding lacks a character of a name. `filler` is XML text that is appended inside the record.
 */
function writeXmlRecord(
  { layout: { around, before, record }, encode }: XmlFile,
  cells: readonly Cell[],
  filler = '',
): WrittenRecord | null {
  if (!isWritable(cells)) return null;
  const textOf = (text: string) => withReferences(text, encode);
  const opened = before.map((branches, depth) => {
    const tag = around[depth - 1];
    const lines = branches.map(
      (branch) => indented(depth + 1) + writeBranch(branch, cells, { textOf, writesEmpty: true, depth: depth + 1 }),
    );
    return (tag === undefined ? '' : indented(depth) + openTag(tag, cells, textOf)) + lines.join('');
  });
  const closed = [...around]
    .reverse()
    .map(({ name }, at) => `${indented(around.length - at)}</${name}>`)
    .join('');
  const depth = around.length + 1;
  const own =
    writeBranch(record, cells, { textOf, writesEmpty: false, depth, filler }) || `<${record.name}></${record.name}>`;
  // The first line needs no line end before it, because the previous record ends with one.
  const start = encode(`${opened.join('')}${indented(depth)}`.slice(1));
  const rest = encode(`${own}${closed}\n`);
  return start === null || rest === null ? null : { bytes: joinBytes([start, rest]), start: start.length };
}

/** Returns records in which an element with a field occurs twice, if the spec reports that: one for each such element. */
function writeRepeated(file: XmlFile, cells: readonly Cell[]): WrittenRecord[] {
  const { spec, layout, encode } = file;
  if (spec.onSeveralMatches === undefined) return [];
  return layout.record.children.flatMap((child) => {
    if (child.text === null || (cells[child.text] ?? null) === null) return [];
    const options = { textOf: (text: string) => withReferences(text, encode), writesEmpty: false, depth: 0 };
    const again = writeBranch({ ...child, attributes: [], children: [] }, cells, options);
    return writeXmlRecord(file, cells, again) ?? [];
  });
}

/** The maximum length of a generated element, in bytes. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

/**
 * Creates two malformed documents, one without records, and, unless maxRecordBytes is too large, one with a record that
 * is too long, and one with a record in which a path matches twice. `cells` is a valid record. Returns an empty list if that record cannot be written.
 */
function writeFaults(file: XmlFile, cells: readonly Cell[]): FaultyFile[] {
  const { spec, head, tail, encode } = file;
  const good = writeXmlRecord(file, cells);
  const length = spec.maxRecordBytes ?? MAX_RECORD_BYTES;
  const long =
    length > MAX_RECORD_LENGTH ? null : writeXmlRecord(file, cells, `<filler>${'x'.repeat(length)}</filler>`);
  const end = encode('</another>\n');
  if (good === null || end === null) return [];
  const whole = (shows: string, parts: readonly Uint8Array[]): FaultyFile => ({
    code: 'MALFORMED_XML',
    as: 'failure',
    shows,
    bytes: joinBytes([head, good.bytes, ...parts]),
  });
  return [
    ...(long === null
      ? []
      : [
          {
            code: 'RECORD_TOO_LONG',
            as: 'issue',
            shows: 'a record is longer than maxRecordBytes',
            bytes: joinRecords(head, [good, long, good], tail).bytes,
          } as const,
        ]),
    ...writeRepeated(file, cells).map(
      (repeated): FaultyFile => ({
        code: 'SEVERAL_MATCHES',
        as: 'issue',
        shows: 'the path of a field matches twice in a record',
        bytes: joinRecords(head, [good, repeated, good], tail).bytes,
      }),
    ),
    whole('the end tag of the document does not match its start tag', [end]),
    whole('the document is incomplete', []),
    {
      code: NO_RECORD_FOUND,
      as: spec.onNoRecords === 'WARNING' ? 'warning' : 'failure',
      shows: 'the document has no record',
      bytes: joinBytes([head, tail]),
    },
  ];
}
