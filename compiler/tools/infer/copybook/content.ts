import { NoDraft } from '../model/no-draft.ts';
import { nameOf, type SignClause, type Usage } from './entry.ts';
import { type Picture, readPicture } from './picture.ts';
import type { Item } from './tree.ts';

/** What an elementary item contains. */
export type Content =
  | { readonly kind: 'TEXT'; readonly length: number }
  | { readonly kind: 'EDITED'; readonly length: number; readonly symbols: string }
  | {
      readonly kind: 'NUMBER';
      readonly length: number;
      readonly storage: 'DISPLAY' | 'PACKED' | 'BINARY';
      readonly digits: number;
      readonly scale: number;
      readonly isSigned: boolean;
      readonly sign: SignClause;
    }
  /** Bytes that are not read. `what` names them. */
  | { readonly kind: 'UNREAD'; readonly length: number; readonly what: string };

/** The clauses that items have from the groups around them. */
export interface Inherited {
  readonly usage: Usage | null;
  readonly sign: SignClause | null;
  readonly isSynchronized: boolean;
}

const TRAILING: SignClause = { place: 'TRAILING', isSeparate: false };

/** Returns what an elementary item contains. Throws NoDraft if its clauses do not fit together. */
export function contentOf(item: Item, inherited: Inherited): Content {
  const usage = item.usage ?? inherited.usage ?? { kind: 'DISPLAY' };
  if (usage.kind === 'UNREAD') return { kind: 'UNREAD', length: usage.bytes, what: usage.name };
  if (item.picture === null) return withoutPicture(item, usage);
  const picture = readPicture(item.picture);
  if (picture === null) throw fault(item, `PIC ${item.picture} is no picture that is read`);
  if (usage.kind === 'WIDE' || picture.kind === 'WIDE') return wide(item, picture);
  if (picture.kind !== 'NUMBER') {
    if (usage.kind !== 'DISPLAY') throw fault(item, `PIC ${item.picture} is no number, as its USAGE requires`);
    return picture;
  }
  const sign = item.sign ?? inherited.sign ?? TRAILING;
  const isSeparate = usage.kind === 'DISPLAY' && picture.isSigned && sign.isSeparate;
  return {
    ...picture,
    storage: usage.kind,
    sign: { ...sign, isSeparate },
    isSigned: picture.isSigned,
    length: lengthOf(picture.digits, usage, item) + (isSeparate ? 1 : 0),
  };
}

function withoutPicture(item: Item, usage: Usage): Content {
  if (usage.kind !== 'BINARY' || usage.bytes === null) throw fault(item, 'it has neither a PIC nor items below it');
  const { bytes, isUnsigned } = usage;
  const digits = { 2: 5, 4: 10, 8: 19 }[bytes] ?? 0;
  return { kind: 'NUMBER', storage: 'BINARY', length: bytes, digits, scale: 0, isSigned: !isUnsigned, sign: TRAILING };
}

function wide(item: Item, picture: Picture): Content {
  const characters = picture.kind === 'NUMBER' ? picture.digits : picture.length;
  const isNational = picture.kind !== 'WIDE' || picture.symbol === 'N';
  if (picture.kind === 'EDITED' || (picture.kind === 'TEXT' && item.usage?.kind === 'WIDE'))
    return { kind: 'UNREAD', length: 2 * characters, what: `PIC ${item.picture} NATIONAL` };
  return {
    kind: 'UNREAD',
    length: 2 * characters,
    what: isNational ? `PIC ${item.picture} (national, UTF-16)` : `PIC ${item.picture} (DBCS)`,
  };
}

function lengthOf(digits: number, usage: Usage, item: Item): number {
  if (usage.kind === 'PACKED') return Math.floor(digits / 2) + 1;
  if (usage.kind !== 'BINARY') return digits;
  if (digits > 18) throw fault(item, `a binary number has at most 18 digits, not ${digits}`);
  return usage.bytes ?? (digits < 5 ? 2 : digits < 10 ? 4 : 8);
}

function fault(item: Item, message: string): NoDraft {
  return new NoDraft(`line ${item.line}: ${nameOf(item)}: ${message}`);
}
