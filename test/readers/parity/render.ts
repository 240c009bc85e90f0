import { encode } from './encode.ts';
import { choose } from './field-draft.ts';
import { lineKinds } from './file-draft.ts';
import type { CellDraft, FileDraft, LineDraft } from './file-draft.ts';
import type { Token } from './pools.ts';
import type { GeneratedSpec } from './spec-draft.ts';
import { addDefaults } from '../oracle/spec.ts';
import type { Spec } from '../oracle/spec.ts';

type Part = string | { bytes: readonly number[] };

/** A column of a file: a field with its cells, or a constant text. */
type Column = { name: string; cells: string[] };

/** Writes the file that a draft describes, in the encoding of the spec. */
export function renderFile(draft: FileDraft, made: GeneratedSpec): Uint8Array {
  const spec = addDefaults(made.spec);
  const columns = arrangeColumns(draft, made, spec);
  const lines: Part[][] = [
    ...draft.top.slice(0, spec.skipTop).map((hostile) => write(hostile, spec)),
    ...renderHeader(draft, columns, spec),
    ...draft.lines.map((line) => renderLine(line, columns, spec)),
    ...draft.bottom.slice(0, spec.skipBottom).map((hostile) => write(hostile, spec)),
  ];
  const endings = draft.lines.map(({ ending }) => draft.ending + ending);
  const parts = lines.flatMap((line, i) =>
    i === lines.length - 1 && !draft.lastEnd
      ? line
      : [...line, choose(['\n', '\r\n', '\r'], endings[i - (lines.length - endings.length)] ?? draft.ending)],
  );
  // A byte order mark decides, whatever the spec says.
  const encodings = ['utf-8', 'utf-16le', 'utf-16be', spec.encoding];
  return draft.mark
    ? join(['\uFEFF', ...parts], choose(encodings, draft.ending + draft.lines.length))
    : join(parts, spec.encoding);
}

function join(parts: Part[], encoding: string): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...encode(part, encoding)] : part.bytes)),
  );
}

function arrangeColumns({ header }: FileDraft, made: GeneratedSpec, spec: Spec): Column[] {
  const fields: Column[] = spec.fields.map((field, i) => ({ name: field.column, cells: made.cells[i] ?? [] }));
  if (!spec.hasHeader || !spec.byName) return fields;
  const extra = ['junk', ' ', 'junk'].slice(0, header.extra).map((name) => ({ name, cells: ['x', '', '"'] }));
  const columns = [
    ...fields,
    ...made.extraColumns.map(({ name, cell }) => ({ name, cells: [cell, cell, 'd"', 'E'] })),
    ...extra,
  ];
  if (header.drop > 0) columns.splice(header.drop % columns.length, 1);
  if (header.double > 0 && columns.length > 0) columns.push(choose(columns, header.double));
  return columns
    .map((column, i) => ({ column, rank: header.shuffle === 0 ? i : (i * 7919 + header.shuffle * (i + 1)) % 101 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

function renderHeader({ header }: FileDraft, columns: Column[], spec: Spec): Part[][] {
  if (!spec.hasHeader) return [];
  const leading =
    header.leadingLines === 0 ? [] : [[choose(['', ' \t', `${spec.comment ?? ''}"`], header.leadingLines)]];
  if (header.hostile !== null) return [...leading, write(header.hostile, spec)];
  const cells = columns.map(({ name }) => quoteCell([header.blanks ? ` ${name}\u00a0` : name], header.quoting, spec));
  return [...leading, joinCells(cells, spec)];
}

function renderLine(line: LineDraft, columns: Column[], spec: Spec): Part[] {
  switch (lineKinds[line.kind] ?? 'record') {
    case 'empty':
      return [''];
    case 'blank':
      return [choose([' ', '\t ', '\u00a0', '\u3000 ', ' '.repeat(60)], line.width + 2)];
    case 'comment':
      return [spec.comment ?? '#', ...write(line.hostile, spec)];
    case 'garbage':
      return write(line.hostile, spec);
    case 'record':
      return joinCells(renderCells(line, columns, spec), spec);
  }
}

function renderCells({ cells, width }: LineDraft, columns: Column[], spec: Spec): Part[][] {
  const plain: CellDraft = { pick: 0, hostile: null, quoting: 0 };
  const more: Column[] = Array.from({ length: Math.max(0, width) }, () => ({ name: '', cells: ['', 'more'] }));
  return [...columns, ...more].slice(0, Math.max(1, columns.length + width)).map((column, i) => {
    const draft = cells[i] ?? plain;
    const parts = draft.hostile === null ? [choose(column.cells, draft.pick)] : write(draft.hostile, spec);
    return quoteCell(parts, draft.quoting, spec);
  });
}

function joinCells(cells: Part[][], spec: Spec): Part[] {
  return cells.flatMap((cell, i) => (i === 0 ? cell : [spec.delimiter, ...cell]));
}

/** Quotes a cell if necessary (0), always (1) or never (2). */
function quoteCell(parts: Part[], quoting: number, { quote, escape, delimiter, comment }: Spec): Part[] {
  if (quote === null || quoting === 2) return parts;
  const text = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  const needed =
    text.includes(delimiter) ||
    /[\r\n]/u.test(text) ||
    text.startsWith(quote) ||
    (comment !== null && text.startsWith(comment));
  if (quoting === 0 && !needed) return parts;
  const escaped = (part: string) =>
    [...part].map((char) => (char === quote || char === escape ? `${escape ?? ''}${char}` : char)).join('');
  return [quote, ...parts.map((part) => (typeof part === 'string' ? escaped(part) : part)), quote];
}

function write(hostile: Token[], spec: Spec): Part[] {
  return hostile.map((token) =>
    typeof token === 'object' && 'dialect' in token ? (spec[token.dialect] ?? '') : token,
  );
}
