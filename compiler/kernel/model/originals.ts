import { findKey } from '../values/field-keys.ts';
import { sentCell } from '../values/sent-cell.ts';
import { countCodePoints, truncate } from '../values/text.ts';
import type { Issue } from './contract.ts';
import type { RecordSource } from './record-source.ts';

/** The part of a record source that finds the cells of a record. */
export type CellSource = Pick<RecordSource<unknown>, 'cellOf'>;

const MAX_VALUE_CODE_POINTS = 200;

/** Returns the beginning of a text, as issues show it. */
export function shorten(text: string): string {
  return truncate(text, MAX_VALUE_CODE_POINTS);
}

/** A field with issues: its name in the module, and whether the text of its cell is known. */
interface KnownField {
  readonly key: string | null;
  hasCell: boolean;
}

/** The names of all fields of a type in the module, and the fields that had issues. */
interface KnownFields {
  readonly keys: readonly string[];
  readonly byName: Map<string, KnownField>;
}

/** Adds to issues the text of the cell as sent, if it differs from the value after corrections. A run has one. */
export class Originals {
  readonly #masksNull: boolean;
  /** By the index of the type. */
  readonly #types: (KnownFields | undefined)[] = [];
  /**
   * The issues of the current record whose cells the fast reader has found, in their order, the texts of these cells, and
   * their fields. Only the first `#cells` entries count, because shortening a list takes longer than reading a cell.
   */
  readonly #issues: Issue[] = [];
  readonly #texts: string[] = [];
  readonly #fields: KnownField[] = [];
  #cells = 0;

  /**
   * @param hasSensitive whether the spec has a sensitive field. An issue about null does not say whether its field is one,
   * so such issues get no original.
   */
  constructor(hasSensitive: boolean) {
    this.#masksNull = hasSensitive;
  }

  /** Clears the cells of the previous record. */
  begin(): void {
    this.#cells = 0;
  }

  /** Notes the cell that a fast reader is reading, if it is, as that of a new issue. */
  note(issue: Issue): void {
    if (sentCell.text === null || issue.column === null) return;
    this.#issues[this.#cells] = issue;
    this.#texts[this.#cells++] = sentCell.text;
  }

  /**
   * Completes the issues of a record of the type with the index `type`. `values` is what its careful reader
   * returned. A reader that returns no values, such as one that only counts, gets no originals.
   */
  add(issues: readonly Issue[], { values, type, source }: { values: unknown; type: number; source: CellSource }): void {
    if (source.cellOf === undefined || typeof values !== 'object' || values === null) return;
    const fields = this.#fieldsOf(values, type);
    for (const issue of issues) {
      if (issue.field === null || issue.column === null) continue;
      const field = findField(issue.field, fields);
      const sent = field.key === null ? undefined : source.cellOf(field.key, fields.keys);
      field.hasCell = sent !== undefined;
      if (sent !== undefined) this.#complete(issue, sent);
    }
  }

  /**
   * Completes the issues of a record that a fast reader has read. Returns false, and changes nothing, if the careful reader
   * must do that: the first issue of each field, and issues that compare fields.
   */
  addFast(issues: readonly Issue[], type: number): boolean {
    const byName = this.#types[type]?.byName;
    let cells = 0;
    for (const issue of issues) {
      if (issue.column === null) continue;
      const field = byName?.get(issue.field ?? '');
      if (field === undefined) return false;
      if (cells < this.#cells && this.#issues[cells] === issue) this.#fields[cells++] = field;
      else if (field.hasCell) return false;
    }
    for (let cell = 0; cell < cells; cell++) {
      const issue = this.#issues[cell];
      if (issue !== undefined && this.#fields[cell]?.hasCell === true) this.#complete(issue, this.#texts[cell] ?? null);
    }
    return true;
  }

  #complete(issue: Issue, sent: string | null): void {
    const { value } = issue;
    if (issue.masked === true) {
      const length = countCodePoints(sent ?? '');
      if (length !== issue.length) issue.originalLength = length;
      return;
    }
    if (value === undefined || (value === null && this.#masksNull)) return;
    const original = sent === null || sent === '' ? null : shorten(sent);
    if (original !== value) issue.original = original;
  }

  #fieldsOf(values: object, type: number): KnownFields {
    const known = this.#types[type];
    if (known !== undefined) return known;
    const fields = { keys: Object.keys(values), byName: new Map<string, KnownField>() };
    this.#types[type] = fields;
    return fields;
  }
}

function findField(name: string, { keys, byName }: KnownFields): KnownField {
  const known = byName.get(name);
  if (known !== undefined) return known;
  const field = { key: findKey(name, new Set(keys)), hasCell: false };
  byName.set(name, field);
  return field;
}
