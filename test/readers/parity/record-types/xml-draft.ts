import type { Line } from '../../oracle/record-types/lines.ts';
import { type Random, randomOf } from '../../../support/random.ts';
import { type DrawnType, drawSpec } from './draft.ts';

type Tree = Record<string, unknown>;

/** A drawn XML document, and the records in it. */
export interface DrawnDocument {
  text: string;
  lines: Line[];
}

/** Turns a drawn spec into one of XML documents, in which the name of an element is that of its type. */
export function drawXmlSpec(seed: number, index: number): Tree & { recordTypes: DrawnType[] } {
  const { spec } = drawSpec(seed, index);
  const { recordTypes, hasHeader: _, onMissingColumns: _missing, onExtraColumns: _extra, ...settings } = spec;
  return {
    ...settings,
    format: 'XML',
    recordTypes: recordTypes.map(({ when: _when, ...type }) => ({
      ...type,
      when: { path: `//${type.name}` },
      fields: type.fields.map(toXmlField),
    })),
  };
}

function toXmlField(field: Tree): Tree {
  const { start: _start, length: _length, columnName: _column, ...own } = field;
  return own['from'] === undefined ? { ...own, columnName: own['name'] === 'num' ? '@num' : `in/${own['name']}` } : own;
}

/**
 * Draws a document: most elements are at a place where the spec allows them. `isLate`: some values of a record come after
 * the records inside it.
 */
export function drawDocument(types: readonly DrawnType[], seed: number, index: number, isLate = false): DrawnDocument {
  const writer = new DocumentWriter(types, randomOf(seed, index), isLate);
  writer.writeInside(undefined, []);
  return writer.finish();
}

/** The most records of a document. */
const MAX_RECORDS = 40;

class DocumentWriter {
  readonly #types: readonly DrawnType[];
  readonly #random: Random;
  readonly #lines: Line[] = [];
  readonly #isLate: boolean;
  #text = '<?xml version="1.0"?>\n<all>';

  constructor(types: readonly DrawnType[], random: Random, isLate: boolean) {
    this.#types = types;
    this.#random = random;
    this.#isLate = isLate;
  }

  finish(): DrawnDocument {
    return { text: `${this.#text}\n</all>\n`, lines: this.#lines };
  }

  /** Writes the elements inside a record of a type, or of the file. */
  writeInside(parent: string | undefined, open: readonly number[]): void {
    const random = this.#random;
    const order = this.#types.filter((type) => type.in === parent);
    const swap = random.oneIn(5) ? [...order].reverse() : order;
    for (const type of swap) {
      const { occurs } = type;
      const least = occurs === 'ONCE' || occurs === 'SOME' ? 1 : 0;
      const most = occurs === 'ONCE' || occurs === 'OPTIONAL' ? 1 : 3;
      const number = random.oneIn(8) ? random.below(4) : least + random.below(most - least + 1);
      for (let left = number; left > 0 && this.#lines.length < MAX_RECORDS; left--) this.#write(type, open);
      const stranger = this.#types[random.below(this.#types.length)];
      // No element contains one of its own type.
      const isOpen = open.some((line) => this.#types[this.#lines[line]?.type ?? -1] === stranger);
      if (stranger !== undefined && !isOpen && random.oneIn(12)) this.#write(stranger, open);
    }
    if (random.oneIn(4)) this.#text += '<other><x>1</x></other>';
  }

  #write(type: DrawnType, open: readonly number[]): void {
    const random = this.#random;
    const { name } = type;
    const isEnclosing = this.#types.some((one) => one.in === name);
    if (this.#lines.length >= MAX_RECORDS) return;
    if (random.oneIn(2)) this.#text += '\n';
    const from = this.#text.length;
    const line = this.#text.split('\n').length;
    const { texts, values } = this.#writeTag(type);
    const isAfter = this.#isLate && isEnclosing && random.oneIn(2);
    if (!isAfter) this.#text += values;
    const record = this.#lines.length;
    const raw = { line, byteOffset: from, byteLength: 0, structure: null, texts };
    this.#lines.push({ type: this.#types.indexOf(type), raw, open });
    // Records end where the first one inside them begins.
    const before = this.#lines.length;
    if (isEnclosing) {
      const lead = this.#text.length;
      this.writeInside(name, [...open, record]);
      const first = this.#lines[before]?.raw.byteOffset;
      if (first !== undefined) raw.byteLength = first - from;
      else if (lead > this.#text.length) throw new Error('a document only grows');
    }
    if (isAfter) this.#text += values;
    this.#text += `</${name}>`;
    if (raw.byteLength === 0) raw.byteLength = this.#text.length - from;
  }

  /** Writes a start tag. Returns the texts of its own fields in the order of the spec, and the element with values. */
  #writeTag({ name, fields }: DrawnType): { texts: (string | null)[]; values: string } {
    const random = this.#random;
    const own = fields.filter(({ from }) => from === undefined);
    const texts = own.map((field) => drawText(random, String(field['name'])));
    const number = texts[own.findIndex((field) => field['name'] === 'num')] ?? null;
    this.#text += `<${name}${number === null ? '' : ` num="${number}"`}>`;
    const inside = own.flatMap((field, at) =>
      field['name'] === 'num' || texts[at] === null ? [] : [`<${field['name']}>${texts[at]}</${field['name']}>`],
    );
    return { texts, values: `<in>${inside.join(random.oneIn(3) ? '\n' : '')}</in>` };
  }
}

function drawText(random: Random, name: string): string | null {
  if (random.oneIn(10)) return null;
  if (name === 'num') return random.pick(['0', '1', '1', '2', '2', '3', '10', 'x', '']);
  return name === 'amt'
    ? random.pick(['0', '1', '1.0', '2.5', '-2.5', 'x', ''])
    : random.pick(['A', 'a', 'B', 'AB', '']);
}
