import type { Line } from '../../oracle/record-types/lines.ts';
import { type Random, randomOf } from '../../../support/random.ts';
import { type DrawnType, drawSpec } from './draft.ts';

type Tree = Record<string, unknown>;

/** A drawn XML document, and the records in it. */
export interface DrawnDocument {
  text: string;
  lines: Line[];
}

/**
 * Turns a drawn spec into one of XML documents. The name of an element is that of its type, or all have one name, and an
 * attribute has the type. Paths lead from the root, or match at any depth. The same holds for the elements of fields.
 */
export function drawXmlSpec(seed: number, index: number): Tree & { recordTypes: DrawnType[] } {
  const { spec } = drawSpec(seed, index);
  const random = randomOf(seed + 7000, index);
  const form = { isAbsolute: random.oneIn(2), namesTypes: !random.oneIn(3), namesFields: !random.oneIn(3) };
  const { recordTypes, hasHeader: _, onMissingColumns: _missing, onExtraColumns: _extra, ...settings } = spec;
  const stepOf = (name: string): string => (form.namesTypes ? name : `rec[@t='${name}']`);
  const pathOf = (name: string): string => {
    const parent = recordTypes.find((type) => type.name === name)?.in;
    return `${parent === undefined ? '/all' : pathOf(parent)}/${stepOf(name)}`;
  };
  return {
    ...settings,
    format: 'XML',
    recordTypes: recordTypes.map(({ when: _when, ...type }) => ({
      ...type,
      when: { path: form.isAbsolute ? pathOf(type.name) : `//${stepOf(type.name)}` },
      fields: type.fields.map((field) => toXmlField(field, form.namesFields)),
    })),
  };
}

function toXmlField(field: Tree, isNamed: boolean): Tree {
  const { start: _start, length: _length, columnName: _column, ...own } = field;
  if (own['from'] !== undefined) return own;
  if (own['name'] === 'num') return { ...own, columnName: '@num' };
  return { ...own, columnName: isNamed ? `in/${own['name']}` : `in/v[@n='${own['name']}']` };
}

/** How a document is drawn, besides its types. */
export interface DocumentForm {
  /** Whether some values of a record come after the records inside it. */
  isLate?: boolean;
  /** Whether several documents follow each other. */
  isConcatenated?: boolean;
}

/** Draws a document: most elements are at a place where the spec allows them. */
export function drawDocument(
  types: readonly DrawnType[],
  seed: number,
  index: number,
  form: DocumentForm = {},
): DrawnDocument {
  const writer = new DocumentWriter(types, randomOf(seed, index), form);
  writer.writeInside(undefined, []);
  return writer.finish();
}

/** The most records of a document, and the length at which it ends. */
const MAX_RECORDS = 40;
const MAX_LENGTH = 20_000;

class DocumentWriter {
  readonly #types: readonly DrawnType[];
  readonly #random: Random;
  readonly #lines: Line[] = [];
  readonly #form: DocumentForm;
  #text = '<?xml version="1.0"?>\n<all>';

  constructor(types: readonly DrawnType[], random: Random, form: DocumentForm) {
    this.#types = types;
    this.#random = random;
    this.#form = form;
  }

  finish(): DrawnDocument {
    return { text: `${this.#text}\n</all>\n`, lines: this.#lines };
  }

  /** Writes the elements inside a record of a type, or of the file. `isOff`: no path leads to what is inside. */
  writeInside(parent: string | undefined, open: readonly number[], isOff = false): void {
    const random = this.#random;
    const order = this.#types.filter((type) => type.in === parent);
    const swap = random.oneIn(5) ? [...order].reverse() : order;
    for (const type of swap) {
      const { occurs } = type;
      const least = occurs === 'ONCE' || occurs === 'SOME' ? 1 : 0;
      const most = occurs === 'ONCE' || occurs === 'OPTIONAL' ? 1 : 3;
      const number = random.oneIn(8) ? random.below(4) : least + random.below(most - least + 1);
      for (let left = number; left > 0 && this.#hasRoom(); left--) this.#write(type, open, isOff);
      const stranger = this.#types[random.below(this.#types.length)];
      // No element contains one of its own type.
      const isOpen = open.some((line) => this.#types[this.#lines[line]?.type ?? -1] === stranger);
      if (stranger !== undefined && !isOpen && random.oneIn(12))
        this.#write(stranger, open, isOff || (isAbsolute(stranger) && stranger.in !== parent));
      if (parent === undefined && this.#form.isConcatenated === true && random.oneIn(3))
        this.#text += `\n</all>${random.pick(['', '\n', '\n<?xml version="1.0"?>\n'])}<all>`;
    }
    if (random.oneIn(4)) this.#text += '<other><x>1</x></other>';
  }

  #hasRoom(): boolean {
    return this.#lines.length < MAX_RECORDS && this.#text.length < MAX_LENGTH;
  }

  #write(type: DrawnType, open: readonly number[], isOff: boolean): void {
    const random = this.#random;
    const { name } = type;
    const isEnclosing = this.#types.some((one) => one.in === name);
    if (!this.#hasRoom()) return;
    if (random.oneIn(2)) this.#text += '\n';
    const from = this.#text.length;
    const line = this.#text.split('\n').length;
    const { texts, values } = this.#writeTag(type);
    const isAfter = this.#form.isLate === true && isEnclosing && random.oneIn(2);
    if (!isAfter) this.#text += values;
    const record = this.#lines.length;
    const raw = { line, byteOffset: from, byteLength: 0, structure: null, texts };
    if (!isOff) this.#lines.push({ type: this.#types.indexOf(type), raw, open });
    // Records end where the first one inside them begins.
    const before = this.#lines.length;
    if (isEnclosing) {
      const lead = this.#text.length;
      this.writeInside(name, isOff ? open : [...open, record], isOff);
      const first = this.#lines[before]?.raw.byteOffset;
      if (first !== undefined) raw.byteLength = first - from;
      else if (lead > this.#text.length) throw new Error('a document only grows');
    }
    if (isAfter) this.#text += values;
    this.#text += `</${elementOf(type)}>`;
    if (raw.byteLength === 0) raw.byteLength = this.#text.length - from;
  }

  /** Writes a start tag. Returns the texts of its own fields in the order of the spec, and the element with values. */
  #writeTag(type: DrawnType): { texts: (string | null)[]; values: string } {
    const random = this.#random;
    const { name, fields } = type;
    const element = elementOf(type);
    const own = fields.filter(({ from }) => from === undefined);
    const texts = own.map((field) => drawText(random, String(field['name'])));
    const number = texts[own.findIndex((field) => field['name'] === 'num')] ?? null;
    const kind = element === name ? '' : ` t="${name}"`;
    this.#text += `<${element}${kind}${number === null ? '' : ` num="${number}"`}>`;
    const inside = own.flatMap((field, at) =>
      field['name'] === 'num' || texts[at] === null ? [] : [writeField(field, texts[at] ?? '')],
    );
    return { texts, values: `<in>${inside.join(random.oneIn(3) ? '\n' : '')}</in>` };
  }
}

function isAbsolute({ when }: DrawnType): boolean {
  return !String((when as Tree)['path']).startsWith('//');
}

/** Returns the name of the elements of a type. */
function elementOf({ name, when }: DrawnType): string {
  return String((when as Tree)['path']).endsWith(']') ? 'rec' : name;
}

function writeField({ name, columnName }: Tree, text: string): string {
  return String(columnName).endsWith(']') ? `<v n="${name}">${text}</v>` : `<${name}>${text}</${name}>`;
}

function drawText(random: Random, name: string): string | null {
  if (random.oneIn(10)) return null;
  if (name === 'num') return random.pick(['0', '1', '1', '2', '2', '3', '10', 'x', '']);
  return name === 'amt'
    ? random.pick(['0', '1', '1.0', '2.5', '-2.5', 'x', ''])
    : random.pick(['A', 'a', 'B', 'AB', '']);
}
