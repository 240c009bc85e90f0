import type { Spec } from '../../../compiler/index.ts';
import { columnNameOf } from '../../../compiler/language/formats/model/column-names.ts';
import { settingsOf, type Settings } from '../../../compiler/tools/diff/model/settings.ts';
import { encode } from '../../readers/parity/encode.ts';
import { cellPool } from './cell-pool.ts';
import { type CellDraft, cellText, days, type FileDraft, type LineDraft } from './file-draft.ts';
import type { DatedFile } from './violations.ts';
import { renderXml } from './render-xml.ts';

/** A column of a file and its possible texts. */
export interface Column {
  readonly name: string;
  readonly pool: readonly string[];
}

/**
 * Returns a function that writes files for the old spec, with everything to which the new one may react differently.
 */
export function createRenderer(old: Spec, now: Spec): (draft: FileDraft) => DatedFile {
  const render = rendererOf(old, now);
  return (draft) => ({ bytes: render(draft), today: days[draft.today] ?? days[0] });
}

function rendererOf(old: Spec, now: Spec): (draft: FileDraft) => Uint8Array {
  const settings = settingsOf(old);
  if (old.format === 'XML') return renderXml(old, now);
  if (old.format === 'FIXED_WIDTH') return renderFixedWidth(old, now, settings);
  return renderCsv(old, now, settings);
}

function labelOf(field: Spec['fields'][number]): string {
  return columnNameOf(field);
}

function renderCsv(old: Spec, now: Spec, settings: Settings): (draft: FileDraft) => Uint8Array {
  const all = columnsOf(old, now, settings);
  const count = old.fields.length;
  const isLoose = settings.onMissingColumns === 'IGNORE' || settings.onMissingColumns === 'WARNING';
  const due = all
    .slice(0, count)
    .filter(
      ({ name }, index) =>
        !isLoose || index === 0 || old.fields.some((field) => labelOf(field) === name && field.required === true),
    );
  return ({ columns, isTurned, lines }) => {
    const chosen = [all.slice(0, count), all, [...all, { name: 'unknown', pool: ['x', ''] }], due][columns] ?? all;
    const isNamed = settings.columns === 'NAME';
    const placed = isNamed && isTurned ? [...chosen].reverse() : isNamed ? chosen : all.slice(0, count);
    // If columns are matched by position, the header may contain anything.
    const labels = placed.map(({ name }, index) => (!isNamed && columns === 2 ? `column ${index}` : name));
    const header = settings.hasHeader
      ? [labels.map((name) => quoteCell(name, false, settings)).join(settings.delimiter)]
      : [];
    const rest = isNamed ? [] : all.slice(count);
    const body = lines.map((line) => renderLine(line, placed, rest, settings));
    const top = Array.from({ length: settings.skipLines.top }, () => 'top');
    const bottom = Array.from({ length: settings.skipLines.bottom }, () => 'bottom');
    return encode([...top, ...header, ...body, ...bottom].map((line) => `${line}\n`).join(''), settings.encoding);
  };
}

/** Returns the columns of both states if matched by name, otherwise those of the longer one. */
function columnsOf(old: Spec, now: Spec, { columns }: Settings): Column[] {
  const specs = [old, now];
  if (columns === 'POSITION') {
    const fields = old.fields.length >= now.fields.length ? old.fields : now.fields;
    return fields.map((field, index) => ({
      name: labelOf(field),
      pool: cellPool(
        specs,
        [old, now].flatMap(({ fields: all }) => all[index]?.name ?? []),
      ),
    }));
  }
  const labels = [...new Set([...old.fields, ...now.fields].map(labelOf))];
  return labels.map((label) => ({
    name: label,
    pool: cellPool(
      specs,
      [...old.fields, ...now.fields].filter((field) => labelOf(field) === label).map(({ name }) => name),
    ),
  }));
}

function renderLine(
  { kind, cells, width }: LineDraft,
  columns: readonly Column[],
  rest: readonly Column[],
  settings: Settings,
): string {
  if (kind === 1) return '';
  if (kind === 2) return settings.comment === '' ? '#' : `${settings.comment} note`;
  const wide = [...columns, ...rest, { name: '', pool: ['more'] }, { name: '', pool: ['more'] }].slice(
    0,
    Math.max(1, columns.length + width),
  );
  return wide
    .map(({ pool }, index) => {
      const draft = cells[index % cells.length] ?? NO_CELL;
      return quoteCell(cellText(draft, pool), draft.isQuoted, settings);
    })
    .join(settings.delimiter);
}

const NO_CELL: CellDraft = { pick: 0, twist: 0, isQuoted: false };

function quoteCell(text: string, isQuoted: boolean, { quote, escape, delimiter, comment }: Settings): string {
  const needs =
    text.includes(delimiter) ||
    /[\r\n]/.test(text) ||
    (quote !== '' && text.startsWith(quote)) ||
    (comment !== '' && text.startsWith(comment));
  if (quote === '') return needs ? 'x' : text;
  if (!needs && !isQuoted) return text;
  const escaped = [...text]
    .map((character) => (character === quote || character === escape ? escape + character : character))
    .join('');
  return `${quote}${escaped}${quote}`;
}

function renderFixedWidth(old: Spec, now: Spec, settings: Settings): (draft: FileDraft) => Uint8Array {
  const fields = [...now.fields.filter(({ start }) => start !== undefined), ...old.fields];
  const pools = fields.map(({ name }) => cellPool([old, now], [name]));
  const ends = old.fields.map(({ start = 1, length = 1 }) => start + length - 1);
  const width = settings.recordLength ?? Math.max(...ends);
  return ({ lines }) => {
    const texts = lines.map(({ kind, cells, width: more }) => {
      if (kind === 1) return settings.lineTerminator === 'NONE' ? ' '.repeat(width) : '';
      const line = Array.from({ length: width }, () => ' ');
      fields.forEach(({ start = 1, length = 1, align = 'LEFT', padChar = ' ' }, index) => {
        const characters = [...cellText(cells[index % cells.length] ?? NO_CELL, pools[index] ?? [])]
          .filter((one) => !/[\r\n]/.test(one))
          .slice(0, length);
        const padding = Array.from({ length: length - characters.length }, () => padChar);
        line.splice(
          start - 1,
          length,
          ...(align === 'LEFT' ? [...characters, ...padding] : [...padding, ...characters]),
        );
      });
      const reach = settings.lineTerminator === 'NONE' ? width : Math.max(1, width + 2 * more);
      return [...line.slice(0, reach), ...'x'.repeat(Math.max(0, reach - line.length))].join('');
    });
    return encode(
      texts.map((line) => (settings.lineTerminator === 'NONE' ? line : `${line}\n`)).join(''),
      settings.encoding,
    );
  };
}
