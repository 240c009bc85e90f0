import type { FastChunk } from '../../fast/reader.ts';
import type { XmlLayout } from './layout.ts';
import { RecordStep } from './templates/value-slot.ts';
import { beginOf, XmlValueFinder } from './value-finder.ts';

/** A type of records in documents: how many fields it has, and the type of the record around it. -1: there is none. */
export interface DocumentType {
  readonly fields: number;
  readonly parent: number;
}

/** A record of the document that was found. */
interface FoundRecord {
  type: number;
  /** Index of its first value in the places of all values. */
  at: number;
}

/** Number of values for which there is room at first. */
const FIRST_VALUES = 1024;

/**
 * Finds the records in an element that is a record itself. All of them begin where this element does, for the loop over
 * records: they are read one after the other, in the order of their start tags.
 */
export class XmlDocumentFinder extends XmlValueFinder {
  readonly #types: readonly DocumentType[];
  /** The number of the first field of each type. The fields are numbered through all types. */
  readonly #firstFields: readonly number[];
  readonly #parts: readonly XmlPartFinder[];
  /** The places of the values of all records, as `from` and `to` of a finder have them. */
  #starts = new Int32Array(FIRST_VALUES);
  #ends = new Int32Array(FIRST_VALUES);
  readonly #records: FoundRecord[] = [];
  #count = 0;
  /** The records whose elements are open, as indexes. */
  readonly #open: number[] = [];
  /** For each open element that should enclose records: the number of records before it. */
  readonly #before: number[] = [];
  /** Index of the element whose records are read (-1: none), index after it, and the number of records that were read. */
  #line = -1;
  #end = 0;
  #read = 0;

  constructor(types: readonly DocumentType[]) {
    super(types.reduce((sum, { fields }) => sum + fields, 0));
    this.#types = types;
    let next = 0;
    this.#firstFields = types.map(({ fields }) => (next += fields) - fields);
    this.#parts = types.map(({ fields }, type) => new XmlPartFinder(this, type, fields));
  }

  /** Returns the finder of a type. */
  part(type: number): XmlPartFinder {
    const part = this.#parts[type];
    if (part === undefined) throw new Error(`the document has no records of the type ${type}`);
    return part;
  }

  override begin(chunk: FastChunk): XmlLayout {
    this.#line = -1;
    return super.begin(chunk);
  }

  /** Returns the type of the next record at an index. Returns -1 if it needs the careful reader. */
  findType(at: number): number {
    if (at !== this.#line && !this.#find(at)) return -1;
    return this.#records[this.#read]?.type ?? -1;
  }

  /**
   * Stores the values of the next record in the finder of its type. Returns the index at which the record after it begins.
   * Returns -1 if the next record has another type.
   */
  take(at: number, type: number, { from, to }: XmlPartFinder): number {
    const record = this.#records[this.#read];
    if (at !== this.#line || record?.type !== type) return -1;
    for (let i = 0; i < from.length; i++) {
      from[i] = this.#starts[record.at + i] as number;
      to[i] = this.#ends[record.at + i] as number;
    }
    this.#read++;
    if (this.#read < this.#count) return at;
    this.#line = -1;
    return this.#end;
  }

  #find(at: number): boolean {
    const { layout } = this;
    if (layout === null) return false;
    this.#line = -1;
    this.#count = 0;
    this.#read = 0;
    this.#open.length = 0;
    this.#before.length = 0;
    const end = this.findEnd(at, layout);
    if (end < 0) return false;
    const begin = beginOf(at);
    for (let i = 0; i < this.#count; i++) this.#setAbsent(this.#records[i] as FoundRecord, begin, layout);
    layout.lines.lastEnd = end;
    this.#line = at;
    this.#end = end;
    return true;
  }

  /** Sets the places of values that a record does not have, and notes the paths of the others. */
  #setAbsent({ type, at }: FoundRecord, begin: number, { matched }: XmlLayout): void {
    const { fields } = this.#types[type] as DocumentType;
    const first = this.#firstFields[type] as number;
    for (let i = 0; i < fields; i++) {
      if ((this.#starts[at + i] as number) >= 0) matched[first + i] = 1;
      else {
        this.#starts[at + i] = begin;
        this.#ends[at + i] = begin;
      }
    }
  }

  protected override follow(steps: readonly number[]): boolean {
    for (const step of steps) {
      if (step >= 0) {
        if (!this.#beginRecord(step)) return false;
      } else if (step === RecordStep.END) this.#endRecord();
      else if (step === RecordStep.OPEN) this.#before.push(this.#count);
      // The careful reader counts such elements without a record.
      else if (this.#before.pop() === this.#count) return false;
    }
    return true;
  }

  #beginRecord(type: number): boolean {
    const own = this.#types[type];
    const around = this.#open.at(-1);
    if (own === undefined) return false;
    if (around === undefined ? !this.#isDocument(own) : this.#records[around]?.type !== own.parent) return false;
    const last = this.#count === 0 ? null : (this.#records[this.#count - 1] as FoundRecord);
    const at = last === null ? 0 : last.at + (this.#types[last.type]?.fields ?? 0);
    this.#reserve(at + own.fields);
    const record = (this.#records[this.#count] ??= { type, at });
    record.type = type;
    record.at = at;
    this.#open.push(this.#count++);
    const first = this.#firstFields[type] as number;
    this.from.fill(-1, first, first + own.fields);
    return true;
  }

  /** Returns whether the outermost record of an element is a document at its place, and not a record of another one. */
  #isDocument({ parent }: DocumentType): boolean {
    const { layout } = this;
    return parent < 0 || (layout !== null && layout.around === parent && !layout.templates.isHeld(parent));
  }

  /** Keeps the values of the innermost record. */
  #endRecord(): void {
    const record = this.#records[this.#open.pop() ?? -1];
    if (record === undefined) return;
    const first = this.#firstFields[record.type] as number;
    const after = first + (this.#types[record.type]?.fields ?? 0);
    for (let field = first, to = record.at; field < after; field++, to++) {
      this.#starts[to] = this.from[field] as number;
      this.#ends[to] = this.to[field] as number;
    }
  }

  #reserve(values: number): void {
    if (values <= this.#starts.length) return;
    const [starts, ends] = [this.#starts, this.#ends];
    this.#starts = new Int32Array(2 * values);
    this.#ends = new Int32Array(2 * values);
    this.#starts.set(starts);
    this.#ends.set(ends);
  }
}

/** Finds the values of the records of one type in a document, as XmlValueFinder does for a spec with one type. */
class XmlPartFinder {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly #document: XmlDocumentFinder;
  readonly #type: number;

  constructor(document: XmlDocumentFinder, type: number, fields: number) {
    this.#document = document;
    this.#type = type;
    this.from = new Int32Array(fields);
    this.to = new Int32Array(fields);
  }

  begin(chunk: FastChunk): void {
    this.#document.begin(chunk);
  }

  /** Returns the index at which the record after this one begins, or -1 if it needs the careful reader. */
  find(at: number): number {
    return this.#document.take(at, this.#type, this);
  }
}
