import { GENERAL, builtInFormat, type NumberFormat, readFormatCode } from './number-format.ts';
import { malformed } from './malformed-workbook.ts';
import { MORE, PartReader, START } from './part-reader.ts';

/** Maximum size of a part that is read as a whole: the list of sheets, relationships and styles. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

/** The bytes of a part of a workbook. A chunk may be overwritten when the next one is requested. */
export type PartBytes = AsyncIterable<Uint8Array>;

/**
 * Calls `visit` for each start tag of a part, with the reader and the names of the elements around it.
 * @param name the name of the part, for messages
 */
async function visitPart(
  bytes: PartBytes,
  name: string,
  visit: (reader: PartReader, parents: readonly string[]) => void,
): Promise<void> {
  const reader = new PartReader(name);
  const parents: string[] = [];
  const drain = (final: boolean): void => {
    for (let token = reader.next(final); token !== MORE; token = reader.next(final)) {
      while (parents.length > Math.max(0, reader.depth - (token === START ? 1 : 0))) parents.pop();
      if (token === START) {
        visit(reader, parents);
        parents.push(reader.name);
      } else if (reader.depth === 0 && final) break;
      if (token !== START && reader.depth === 0) break;
    }
  };
  let total = 0;
  for await (const chunk of toUtf8(bytes, name)) {
    total += chunk.length;
    if (total > MAX_PART_BYTES) throw malformed(name, `it is larger than ${MAX_PART_BYTES} bytes`);
    reader.add(chunk);
    drain(false);
  }
  drain(true);
}

/** Yields the bytes of a part in UTF-8. A part may be in UTF-16. Throws WorkbookFailure for any other encoding. */
export async function* toUtf8(bytes: PartBytes, name: string): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  let isFirst = true;
  const encoder = new TextEncoder();
  for await (let chunk of bytes) {
    if (isFirst && chunk.length > 0) {
      isFirst = false;
      const [a, b] = chunk;
      if (a === 0xff && b === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (a === 0xfe && b === 0xff) decoder = new TextDecoder('utf-16be');
      else if (a === 0xef && b === 0xbb) chunk = chunk.subarray(3);
      const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/u.exec(
        String.fromCharCode(...chunk.subarray(0, 200)),
      )?.[1];
      if (declared !== undefined && !/^(?:utf-?8|us-ascii)$/iu.test(declared))
        throw malformed(name, `its encoding is ${declared}, and workbooks are in UTF-8 or UTF-16`);
    }
    yield decoder === null ? chunk : encoder.encode(decoder.decode(chunk, { stream: true }));
  }
}

/** A sheet as the list of a workbook names it. */
export interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The id of its relationship. */
  readonly relationship: string;
}

/** What the main part of a workbook says. */
export interface WorkbookPart {
  readonly sheets: readonly ListedSheet[];
  /** Whether serial dates count from 1904-01-01. */
  readonly is1904: boolean;
}

/** Reads the main part of a workbook. */
export async function readWorkbookPart(bytes: PartBytes, part: string): Promise<WorkbookPart> {
  const sheets: ListedSheet[] = [];
  let is1904 = false;
  await visitPart(bytes, part, (reader) => {
    if (reader.name === 'workbookPr') is1904 = isTrue(reader.attribute('date1904'));
    if (reader.name !== 'sheet') return;
    sheets.push({
      name: reader.attribute('name') ?? '',
      isHidden: /hidden/iu.test(reader.attribute('state') ?? ''),
      relationship: reader.attribute('r:id') ?? reader.attribute('id') ?? '',
    });
  });
  return { sheets, is1904 };
}

/** A relationship of a part: the kind of another part, and its path in the package. */
export interface Relationship {
  readonly type: string;
  readonly target: string;
}

/** Reads the relationships of a part. `folder` is that of the part, to which targets are relative: `xl/`. */
export async function readRelationships(
  bytes: PartBytes,
  part: string,
  folder: string,
): Promise<Map<string, Relationship>> {
  const all = new Map<string, Relationship>();
  await visitPart(bytes, part, (reader) => {
    if (reader.name !== 'Relationship' || reader.attribute('TargetMode') === 'External') return;
    const type = (reader.attribute('Type') ?? '').split('/').at(-1) ?? '';
    all.set(reader.attribute('Id') ?? '', { type, target: resolve(folder, reader.attribute('Target') ?? '') });
  });
  return all;
}

function resolve(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  return path.join('/');
}

/** Reads the styles of a workbook: the format of the numbers of each. */
export async function readStyles(bytes: PartBytes, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  const known = new Map<number, NumberFormat>();
  await visitPart(bytes, part, (reader, parents) => {
    const parent = parents.at(-1);
    if (reader.name === 'numFmt' && parent === 'numFmts')
      codes.set(Number(reader.attribute('numFmtId')), readFormatCode(reader.attribute('formatCode') ?? ''));
    if (reader.name !== 'xf' || parent !== 'cellXfs') return;
    const id = Number(reader.attribute('numFmtId') ?? 0);
    // Styles share the objects, because a workbook may have many styles.
    const format = codes.get(id) ?? known.get(id) ?? builtInFormat(id);
    known.set(id, format);
    styles.push(format);
  });
  return styles;
}

/** Returns the format of a style. A style that is not listed has the general one. */
export function formatOf(styles: readonly NumberFormat[], style: number): NumberFormat {
  return styles[style] ?? GENERAL;
}

/** Returns whether an attribute of the type xsd:boolean is true. */
export function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}
