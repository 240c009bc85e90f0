import { expandExponent } from '../values/number-notation.ts';
import { shortenName } from '../model/unread-paths.ts';
import { type JsonFault, type JsonField, MAX_DEPTH, type NestedPlace } from './fields/json-record.ts';
import {
  createPointerTree,
  escapeToken,
  firstFieldOf,
  isIndex,
  isThrough,
  type PointerNode,
} from './fields/pointer-tree.ts';
import { JsonTokens, MalformedJson } from './syntax.ts';
import type { UnreadMembers } from './fields/unread-members.ts';

/** The settings with which records are parsed. */
export interface RecordParserSettings {
  readonly fields: readonly JsonField[];
  readonly isLenient: boolean;
  readonly masksNames?: boolean;
  /** Where records are that this one encloses. Absent: there are none. */
  readonly nested?: readonly NestedPlace[];
  /** The path of the record, which begins the paths in messages. Absent: none. */
  readonly prefix?: string;
}

/** A record inside of another one. */
export interface NestedText {
  readonly type: number;
  readonly text: string;
}

/** Number of names of an object that are compared one by one. */
const FEW_NAMES = 8;

/** Finds the values of fields in the text of a record. */
export class JsonRecordParser {
  /** The text of each field in the last record. Undefined: absent or null. */
  cells: (string | undefined)[] = [];
  /** The token of each field as it is written, with its quotes. Undefined: absent. */
  sent: (string | undefined)[] = [];
  /** The index at which each token begins. */
  starts: number[] = [];
  /** The records inside of the last one, in their order. */
  nested: NestedText[] = [];
  readonly #fields: readonly JsonField[];
  readonly #isLenient: boolean;
  readonly #masksNames: boolean;
  /** The pointers of the fields. */
  readonly root: PointerNode;
  readonly #unread: UnreadMembers | null;
  readonly #tokens = new JsonTokens();
  /** The names of all open objects. Those of the innermost one are the last. */
  readonly #names: string[] = [];
  #depth = 0;
  #fault: JsonFault | null = null;
  /** Number of nested records around the value that is read. What is in them is not noted: they are parsed again. */
  #around = 0;

  constructor(
    { fields, isLenient, masksNames = false, nested = [], prefix = '' }: RecordParserSettings,
    unread: UnreadMembers | null,
  ) {
    this.#fields = fields;
    this.#isLenient = isLenient;
    this.#masksNames = masksNames;
    this.root = createPointerTree(fields, nested, prefix);
    this.#unread = unread;
  }

  /** Parses the text of a record. Returns why it cannot be read, or null. */
  parse(text: string): JsonFault | null {
    const count = this.#fields.length;
    this.cells = Array.from<string | undefined>({ length: count });
    this.sent = Array.from<string | undefined>({ length: count });
    this.starts = Array.from({ length: count }, () => -1);
    this.#fault = null;
    this.#depth = 0;
    this.#around = 0;
    this.nested = [];
    this.#names.length = 0;
    this.#unread?.beginRecord();
    this.#tokens.begin(text);
    try {
      this.#record();
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      return { code: 'MALFORMED_JSON', message: error.message, at: error.at };
    }
    if (this.#fault === null) this.#unread?.endRecord();
    return this.#fault;
  }

  #record(): void {
    const first = this.#tokens.peek();
    const isRecord = first === 0x7b || first === 0x5b;
    const { at } = this.#tokens;
    this.#value(this.root);
    if (!Number.isNaN(this.#tokens.peek())) throw new MalformedJson('text follows the value', this.#tokens.at);
    if (!isRecord) this.#note('TYPE_MISMATCH', 'the record is neither an object nor a list', at);
  }

  #value(node: PointerNode | null): void {
    if (node === null || node.nested < 0) return this.#plainValue(node);
    this.#tokens.peek();
    const { text, at: start } = this.#tokens;
    this.#around++;
    this.#plainValue(node);
    this.#around--;
    const found = text.slice(start, this.#tokens.at);
    if (found !== 'null') this.nested.push({ type: node.nested, text: found });
  }

  #plainValue(node: PointerNode | null): void {
    const tokens = this.#tokens;
    const unit = tokens.peek();
    const { at } = tokens;
    if (unit === 0x7b || unit === 0x5b) {
      if (node !== null && (node.fields.length > 0 || (unit === 0x5b && node.expects === 'OBJECT')))
        this.#noteKind(node, unit === 0x7b ? 'is an object' : 'is a list', at);
      if (++this.#depth > MAX_DEPTH)
        throw new MalformedJson(`values are nested more than ${MAX_DEPTH} levels deep`, at);
      if (unit === 0x7b) this.#object(node, at);
      else this.#list(node);
      this.#depth--;
      return;
    }
    if (unit === 0x22) return this.#take(node, at, 'QUOTED', tokens.string());
    if (unit === 0x74) return this.#take(node, at, 'WORD', this.#word('true'));
    if (unit === 0x66) return this.#take(node, at, 'WORD', this.#word('false'));
    if (unit === 0x6e) return this.#take(node, at, 'NULL', this.#word('null'));
    if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) return this.#take(node, at, 'NUMBER', tokens.number());
    throw new MalformedJson('a value is missing', at);
  }

  #word(word: string): string {
    this.#tokens.word(word);
    return word;
  }

  #object(node: PointerNode | null, start: number): void {
    const tokens = this.#tokens;
    const names = this.#names;
    const base = names.length;
    let known: Set<string> | null = null;
    let mayHaveItems = node?.expects !== 'LIST';
    tokens.at++;
    if (tokens.peek() === 0x7d) {
      tokens.at++;
      return;
    }
    for (;;) {
      if (tokens.peek() !== 0x22) throw new MalformedJson('the name of a member is missing', tokens.at);
      const { at } = tokens;
      const name = tokens.string();
      mayHaveItems ||= isIndex(name);
      if (names.length - base === FEW_NAMES) known ??= new Set(names.slice(base));
      if (known === null ? names.indexOf(name, base) >= 0 : known.has(name)) this.#noteDuplicate(node, name, at);
      else if (known === null) names.push(name);
      else known.add(name);
      if (tokens.peek() !== 0x3a) throw new MalformedJson('":" is missing after the name of a member', tokens.at);
      tokens.at++;
      this.#value(this.#childOf(node, name));
      const unit = tokens.peek();
      if (unit !== 0x2c && unit !== 0x7d) throw new MalformedJson('"," or "}" is missing', tokens.at);
      tokens.at++;
      if (unit === 0x7d) break;
    }
    names.length = base;
    if (node !== null && !mayHaveItems) this.#noteKind(node, 'is an object', start);
  }

  #list(node: PointerNode | null): void {
    const tokens = this.#tokens;
    tokens.at++;
    if (tokens.peek() === 0x5d) {
      tokens.at++;
      return;
    }
    for (let index = 0; ; index++) {
      this.#value(node === null || !isThrough(node) ? null : this.#itemOf(node, index));
      const unit = tokens.peek();
      if (unit !== 0x2c && unit !== 0x5d) throw new MalformedJson('"," or "]" is missing', tokens.at);
      tokens.at++;
      if (unit === 0x5d) return;
    }
  }

  /** Returns the place of a member. Null if no field reads it, which is noted if its object is read. */
  #childOf(node: PointerNode | null, name: string): PointerNode | null {
    if (node === null || (!isThrough(node) && node !== this.root)) return null;
    const child = node.children?.get(name) ?? node.any;
    if (child !== null) return child;
    if (this.#around === 0) this.#unread?.note(node, name);
    return null;
  }

  #itemOf(node: PointerNode, index: number): PointerNode | null {
    const child = node.children?.get(String(index)) ?? node.any;
    if (child !== null) return child;
    if (this.#around === 0) this.#unread?.note(node, '*');
    return null;
  }

  /** Stores the value of the fields at a place. */
  #take(node: PointerNode | null, start: number, kind: 'QUOTED' | 'NUMBER' | 'WORD' | 'NULL', value: string): void {
    if (node === null) return;
    if (node.fields.length === 0) {
      // A place through which pointers lead has a value that is no object and no list.
      if (kind !== 'NULL' && node !== this.root) this.#noteKind(node, 'is neither an object nor a list', start);
      return;
    }
    const token = this.#tokens.text.slice(start, this.#tokens.at);
    for (const index of node.fields) {
      const field = this.#fields[index];
      if (field === undefined || this.starts[index] !== -1) continue;
      this.starts[index] = start;
      this.sent[index] = token;
      if (kind !== 'NULL') this.cells[index] = cellOf(field, kind, { token, value, isLenient: this.#isLenient });
    }
  }

  /** Notes that the value at a place is of another kind than the pointers of fields expect. */
  #noteKind(node: PointerNode, what: string, at: number): void {
    if (this.#around > 0 || this.#fault !== null) return;
    const isRecord = node === this.root;
    const message = `${isRecord ? 'the record' : JSON.stringify(node.pointer)} ${what}`;
    const field = isRecord ? Infinity : firstFieldOf(node);
    this.#fault = { code: 'TYPE_MISMATCH', message, at, ...(field < Infinity && { field }) };
  }

  #noteDuplicate(node: PointerNode | null, name: string, at: number): void {
    const shown = shortenName(name);
    if (this.#masksNames && node?.children?.has(name) !== true)
      return this.#note('DUPLICATE_MEMBER', 'a member occurs twice in an object', at);
    const path = node === null ? JSON.stringify(shown) : JSON.stringify(`${node.pointer}/${escapeToken(shown)}`);
    this.#note('DUPLICATE_MEMBER', `the member ${path} occurs twice in an object`, at);
  }

  /** Notes the first fault of a record that is JSON. */
  #note(code: JsonFault['code'], message: string, at: number): void {
    if (this.#around === 0) this.#fault ??= { code, message, at };
  }
}

interface CellToken {
  readonly token: string;
  readonly value: string;
  readonly isLenient: boolean;
}

/**
 * Returns the text that a field reads. A string where a number is declared keeps its quotes, so it is no number and the
 * issue shows it as sent, unless the spec is lenient.
 */
export function cellOf(
  { reads, point = '.' }: JsonField,
  kind: 'QUOTED' | 'NUMBER' | 'WORD',
  { token, value, isLenient }: CellToken,
): string {
  if (reads === 'TEXT' || kind === 'WORD') return value;
  if (kind === 'QUOTED') return isLenient ? value : token;
  const plain = plainNumber(value, reads);
  return point === '.' ? plain : plain.replace('.', () => point);
}

/**
 * Returns a number without an exponent, and a whole one without decimals: `5.0` and `5e0` are `5`. A number that cannot
 * be written so remains as it is, which no type accepts.
 */
function plainNumber(text: string, reads: 'WHOLE' | 'NUMBER'): string {
  const expanded = /[eE]/.test(text) ? expandExponent(text, '.') : text;
  if (expanded === '') return text;
  const point = expanded.indexOf('.');
  if (reads === 'NUMBER' || point < 0) return expanded;
  return /^0*$/.test(expanded.slice(point + 1)) ? expanded.slice(0, point) : text;
}
