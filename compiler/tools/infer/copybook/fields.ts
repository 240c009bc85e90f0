import type { CorrectionRule, Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { Noted } from '../model/draft.ts';
import { rulesOf } from './conditions.ts';
import type { Content } from './content.ts';
import { readEditedForm } from './edited.ts';
import { nameOf } from './entry.ts';
import type { Leaf } from './section.ts';

/** What an item of a copybook becomes. `refused` says why it becomes no field. */
export type FieldDraft =
  | {
      readonly field: Noted<Field>;
      readonly corrections: readonly CorrectionRule[];
      readonly rules: readonly ValidationRule[];
      readonly refused?: undefined;
    }
  | { readonly refused: string };

/** Where a field is, and whether text is EBCDIC. */
export interface FieldPlace {
  readonly name: string;
  /** The place of the field in the record, in bytes from 0. */
  readonly start: number;
  /** The place from which positions of the field count: that of the record, or of the group that it is in. */
  readonly base: number;
  readonly isEbcdic: boolean;
}

/** Creates the field of an elementary item. */
export function draftField({ placed, content, groups }: Leaf, { name, start, base, isEbcdic }: FieldPlace): FieldDraft {
  const { item } = placed;
  const refuse = (what: string): FieldDraft => ({
    refused: `bytes ${start + 1} to ${start + content.length}: ${nameOf(item)} is not read: ${what}`,
  });
  if (content.kind === 'UNREAD') return refuse(describeUnread(content.what));
  const form = formOf(name, content, isEbcdic);
  if (typeof form === 'string') return refuse(form);
  const { rules, note } = rulesOf(name, content, item.conditions);
  const { type, ...keys } = form.keys;
  const align = item.isJustified ? { align: 'RIGHT' as const } : {};
  return {
    field: {
      value: { name, type, start: start - base + 1, length: content.length, ...align, ...keys },
      note: noteOf({ placed, content, groups }, [form.note, note]),
    },
    corrections: form.corrections,
    rules,
  };
}

interface Form {
  readonly keys: Omit<Field, 'name' | 'start' | 'length'>;
  readonly corrections: readonly CorrectionRule[];
  readonly note: string | null;
}

/** Returns how a field is read, or why it is not. */
function formOf(name: string, content: Exclude<Content, { kind: 'UNREAD' }>, isEbcdic: boolean): Form | string {
  if (content.kind === 'TEXT') return { keys: { type: 'STRING' }, corrections: [], note: null };
  if (content.kind === 'EDITED') return readEditedForm(name, content.symbols);
  if (content.scale < 0)
    return `its picture ends with P, so its digits count as ${`1${'0'.repeat(-content.scale)}`} each. Read them with a field of your own`;
  const stored = storageOf(content, isEbcdic);
  if (typeof stored === 'string') return stored;
  const type =
    content.scale === 0 ? ({ type: 'INTEGER' } as const) : ({ type: 'DECIMAL', scale: content.scale } as const);
  return { keys: { ...type, ...stored }, corrections: [], note: null };
}

type NumberContent = Extract<Content, { kind: 'NUMBER' }>;

/** Returns the keys for the form of a number, or why it is not read. */
function storageOf(content: NumberContent, isEbcdic: boolean): Pick<Field, 'storage' | 'sign'> | string {
  const { storage: kind, isSigned, sign } = content;
  if (kind !== 'DISPLAY') return { storage: isSigned ? kind : { kind, unsigned: true } };
  if (!isSigned) return {};
  if (isEbcdic) {
    const place = sign.isSeparate ? (`SEPARATE_${sign.place}` as const) : sign.place;
    return { storage: place === 'TRAILING' ? 'ZONED' : { kind: 'ZONED', sign: place } };
  }
  if (sign.isSeparate) return sign.place === 'LEADING' ? {} : { sign: 'TRAILING' };
  return sign.place === 'TRAILING'
    ? { sign: 'OVERPUNCH' }
    : 'a sign over the first digit is read in EBCDIC only. Ask for SIGN IS TRAILING, or for a sign of its own';
}

function describeUnread(what: string): string {
  if (/^COMP-[12]$/.test(what))
    return `${what} is a floating-point number, whose values are not exact. Ask for a packed number or a text`;
  return /^PIC/.test(what)
    ? `${what} is text in another encoding than the record`
    : `${what} is an address or an index`;
}

/** The picture, the comments, and what else a reader of the spec must know. */
function noteOf({ placed: { item }, content, groups }: Leaf, others: readonly (string | null)[]): string {
  const redefined = [...groups.map(({ item: group }) => group), item].flatMap(({ redefines }) => redefines ?? []);
  const picture = item.picture === null ? 'binary' : `PIC ${item.picture}`;
  const usage = content.kind === 'NUMBER' && content.storage !== 'DISPLAY' ? ` ${USAGE_NAMES[content.storage]}` : '';
  return [
    `${picture}${usage}`,
    ...redefined.map((name) => `redefines ${name}: the same bytes`),
    ...item.comments,
    ...(item.isBlankWhenZero ? ['blank when zero, which is null'] : []),
    ...others.filter((note) => note !== null),
  ].join('; ');
}

const USAGE_NAMES = { PACKED: 'COMP-3', BINARY: 'COMP' } as const;
