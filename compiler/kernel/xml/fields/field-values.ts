import { isLongerThan, utf8Length } from '../../values/text.ts';
import type { PathFindings } from './path-findings.ts';
import { columnOf, type XmlElement, type XmlTarget } from './element.ts';

/**
 * The inherited texts and their field indexes. An inherited text comes from outside the records, and is the value of a
 * field in each record that follows. Null if it is too long to be stored. This form is stored in checkpoints.
 */
export type InheritedValues = readonly (readonly [column: number, text: string | null])[];

/**
 * The inherited texts that the next record will not have, because a new element on their path is open. Each pair is the
 * index of the field and the depth of this element. This form is stored in checkpoints.
 */
export type StaleValues = readonly (readonly [column: number, depth: number])[];

/** The inherited texts in a resume position. It is stored in checkpoints, so its member names must not change. */
export interface SavedValues {
  seen: InheritedValues;
  /** Absent in checkpoints of earlier versions of Specmill, and if it would be empty. */
  stale?: StaleValues;
}

/** Collects the texts of a record's fields, and the texts from outside the records that later records inherit. */
export class FieldValues {
  /** The text of each field. Undefined if the record has none. */
  readonly cells: (string | undefined)[];
  readonly findings: PathFindings;
  readonly #maxBytes: number;
  readonly #joined = new Set<number>();
  #inherited: Map<number, string | null>;
  #inheritedTexts: readonly (string | undefined)[] | null = null;
  #inheritedBytes = 0;
  #inheritedBefore: ReadonlyMap<number, string | null> | null = null;
  /** The stale texts, see StaleValues: the depth of the outermost new element, by field index. */
  readonly #stale: Map<number, number>;

  /**
   * @param maxBytes maximum length in bytes of UTF-8: of the joined values of a field, and of all inherited texts
   * together
   */
  constructor(columns: number, maxBytes: number, { seen, stale = [] }: SavedValues, findings: PathFindings) {
    this.findings = findings;
    this.cells = new Array<string | undefined>(columns).fill(undefined);
    this.#maxBytes = maxBytes;
    this.#inherited = new Map(seen);
    this.#stale = new Map(stale);
    for (const [column, text] of this.#inherited)
      if (!this.#stale.has(column)) this.#inheritedBytes += utf8Length(text ?? '');
  }

  /**
   * Called when an element starts that may contain records and inherited texts. Records inside it do not inherit the
   * texts of the previous such element.
   */
  startElement({ columns }: XmlElement, depth: number): void {
    for (const column of columns) {
      if (!this.#inherited.has(column) || this.#stale.has(column)) continue;
      this.#stale.set(column, depth);
      this.#inheritedBytes -= utf8Length(this.#inherited.get(column) ?? '');
      this.#inheritedTexts = null;
    }
  }

  /**
   * Called when the element at this depth ends. If it contained no record, later records still inherit the previous
   * texts.
   */
  endElement(depth: number): void {
    if (this.#stale.size === 0) return;
    for (const [column, staleDepth] of this.#stale) {
      if (staleDepth !== depth) continue;
      this.#stale.delete(column);
      this.#inheritedBytes += utf8Length(this.#inherited.get(column) ?? '');
      this.#inheritedTexts = null;
    }
  }

  /** Forgets the stale texts. Called when a record starts. */
  forgetStale(): void {
    for (const column of this.#stale.keys()) this.#inherited.delete(column);
    this.#stale.clear();
  }

  /** Starts a record: its fields get the inherited texts. Returns false if one of these texts is too long. */
  begin(): boolean {
    this.cells.fill(undefined);
    this.findings.beginRecord();
    this.#joined.clear();
    this.forgetStale();
    this.#inheritedBefore = this.#inherited;
    let isWhole = true;
    for (const [column, text] of this.#inherited) {
      if (text === null) isWhole = false;
      else this.cells[column] = text;
    }
    return isWhole;
  }

  /** Ends a record. Returns false if the joined values of a field are too long. */
  end(): boolean {
    this.#inheritedBefore = null;
    for (const column of this.#joined) {
      if (isLongerThan(this.cells[column] ?? '', this.#maxBytes)) return false;
    }
    return true;
  }

  /**
   * Returns the inherited texts for a resume position. Inside a record, they are those at the beginning of the record.
   */
  savedState(): SavedValues {
    const seen = [...(this.#inheritedBefore ?? this.#inherited)];
    return this.#stale.size === 0 ? { seen } : { seen, stale: [...this.#stale] };
  }

  /**
   * Returns the texts that the next record inherits, by field index. Null if one is too long. It is the same array as
   * long as no text changes.
   */
  inherited(): readonly (string | undefined)[] | null {
    if (this.#inheritedTexts !== null) return this.#inheritedTexts;
    const texts = new Array<string | undefined>(this.cells.length).fill(undefined);
    for (const [column, text] of this.#inherited) {
      if (this.#stale.has(column)) continue;
      if (text === null) return null;
      texts[column] = text;
    }
    this.#inheritedTexts = texts;
    return texts;
  }

  /** Returns whether one of these targets still takes a value: it joins values, or its field has none yet. */
  accepts(targets: readonly XmlTarget[]): boolean {
    return targets.some((target) => typeof target !== 'number' || this.cells[target] === undefined);
  }

  /**
   * Stores a value of the record in its fields. Returns false if the joined values of a field are certainly too long.
   * end() checks their exact length in bytes.
   */
  put(targets: readonly XmlTarget[], text: string): boolean {
    let fits = true;
    this.findings.noteRepeated(targets, this.cells);
    for (const target of targets) {
      const column = columnOf(target);
      const before = this.cells[column];
      if (before === undefined) this.cells[column] = text;
      else if (typeof target !== 'number') {
        this.cells[column] = before + target.separator + text;
        this.#joined.add(column);
        fits &&= before.length + target.separator.length + text.length <= this.#maxBytes;
      }
    }
    return fits;
  }

  /** Stores a text that later records inherit. Null: the text is too long. */
  inherit(targets: readonly XmlTarget[], text: string | null): void {
    if (targets.length === 0) return;
    this.findings.noteOutside(targets);
    this.#inheritedTexts = null;
    if (this.#inherited === this.#inheritedBefore) this.#inherited = new Map(this.#inherited);
    const bytes = utf8Length(text ?? '');
    for (const target of targets) {
      const column = columnOf(target);
      if (!this.#stale.delete(column)) this.#inheritedBytes -= utf8Length(this.#inherited.get(column) ?? '');
      const fits = text !== null && this.#inheritedBytes + bytes <= this.#maxBytes;
      this.#inherited.set(column, fits ? text : null);
      if (fits) this.#inheritedBytes += bytes;
    }
  }
}
