import type { Random } from '../../../support/random.ts';
import type { DrawnType } from './draft.ts';
import { drawDocumentSpec } from './document-draft.ts';

type Tree = Record<string, unknown>;

/** A spec of XML documents with members, which have paths from the root. */
export interface XmlDocumentSpec {
  spec: Tree & { recordTypes: DrawnType[] };
  /** For each type, the element between its element and that of the type around it. Empty: there is none. */
  wrappers: string[];
}

/** Draws a spec of XML documents that the fast reader can read. It may have errors. */
export function drawXmlDocumentSpec(random: Random): XmlDocumentSpec {
  const { spec } = drawDocumentSpec(random);
  const { hasHeader: _, onMissingColumns: _missing, onUnknownRecordType: _unknown, recordTypes, ...rest } = spec;
  const { fileRules, maxDocumentBytes, maxDocumentRecords, ...settings } = rest;
  const wrappers = recordTypes.map((_type, at) => (random.oneIn(2) ? `w${random.oneIn(3) ? '' : at}` : ''));
  const pathOf = (at: number): string => {
    const { in: parent, name } = recordTypes[at] ?? {};
    const around = recordTypes.findIndex((type) => type.name === parent);
    const own = wrappers[at] === '' ? name : `${wrappers[at]}/${name}`;
    return `${around < 0 ? '/all' : pathOf(around)}/${own}`;
  };
  // The careful reader reads what has predicates.
  const hasPredicates = random.oneIn(6);
  const isHeld = recordTypes.some(({ as: member }) => member !== undefined) && random.oneIn(6);
  const types = recordTypes.map(({ when: _when, ...type }, at) => ({
    ...type,
    ...(isHeld && type.in === undefined && recordTypes.some((one) => one.in === type.name) && { hold: true }),
    when: {
      path: `${random.oneIn(6) ? `//${type.name}` : pathOf(at)}${hasPredicates && random.oneIn(3) ? "[@k='1']" : ''}`,
    },
    fields: type.fields.filter(({ name }) => name !== 'kind').map((field) => toXmlField(field, random, hasPredicates)),
  }));
  // The fast reader reads documents that are certainly small enough: four times their bytes, and their message.
  const limits = {
    ...(maxDocumentBytes !== undefined && { maxDocumentBytes: 2000 + random.below(4000) }),
    ...(maxDocumentRecords !== undefined && { maxDocumentRecords: 4 + random.below(12) }),
  };
  const several = random.oneIn(5) && { onSeveralMatches: random.pick(['ERROR', 'WARNING', 'IGNORE', 'FATAL']) };
  // Most documents break these rules.
  const rules = random.oneIn(8) && fileRules !== undefined && { fileRules };
  const isConcatenated = random.oneIn(5) && { concatenated: true };
  return {
    spec: {
      ...settings,
      ...isConcatenated,
      ...limits,
      ...rules,
      format: 'XML',
      ...several,
      recordTypes: types as DrawnType[],
    },
    wrappers,
  };
}

function toXmlField(field: Tree, random: Random, hasPredicates: boolean): Tree {
  const { start: _start, length: _length, columnName: _column, ...own } = field;
  if (own['from'] !== undefined) return own;
  if (own['name'] === 'num') return { ...own, columnName: random.oneIn(4) ? 'num' : '@num' };
  const separator = own['name'] === 'txt' && random.oneIn(8) && { separator: '+' };
  const step = hasPredicates && random.oneIn(3) ? `v[@n='${own['name']}']` : String(own['name']);
  return { ...own, columnName: random.oneIn(2) ? `in/${step}` : step, ...separator };
}

/**
 * Draws a document with about `documents` elements that are documents. Most are right and alike, unless `errors` is 1:
 * then every part may be unusual.
 */
export function drawXmlDocuments(drawn: XmlDocumentSpec, random: Random, documents: number, errors: number): string {
  return new Writer(drawn, random, errors).write(documents);
}

class Writer {
  readonly #types: readonly DrawnType[];
  readonly #wrappers: readonly string[];
  readonly #random: Random;
  readonly #errors: number;
  readonly #blanks: string;
  /** For each type, whether its values follow the records inside. Most records have the order of their type. */
  readonly #isLate: boolean[];
  readonly #isConcatenated: boolean;

  constructor({ spec, wrappers }: XmlDocumentSpec, random: Random, errors: number) {
    this.#types = spec.recordTypes;
    this.#wrappers = wrappers;
    this.#random = random;
    this.#errors = errors;
    this.#blanks = random.pick(['', '\n', '\n  ', '\r\n']);
    this.#isConcatenated = spec['concatenated'] === true;
    this.#isLate = spec.recordTypes.map(() => random.oneIn(3));
  }

  write(documents: number): string {
    if (!this.#isConcatenated) return this.#writeRoot(documents);
    const roots = 1 + this.#random.below(4);
    return Array.from({ length: roots }, () => this.#writeRoot(Math.ceil(documents / roots))).join('');
  }

  #writeRoot(documents: number): string {
    let text = '';
    for (const [at, type] of this.#types.entries()) {
      if (type.in !== undefined) continue;
      const isHead = type['publish'] === false;
      text += isHead ? this.#writeWrapped(at, 1, documents) : this.#writeWrapped(at, documents);
    }
    const declaration = this.#random.oneIn(4) ? '' : '<?xml version="1.0"?>\n';
    return `${declaration}<all xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${text}${this.#blanks}</all>\n`;
  }

  #isOdd(n: number): boolean {
    return this.#random.oneIn(n * this.#errors);
  }

  /** Writes records of a type in their wrapper. `documents`: the number of documents inside of each, if it is none itself. */
  #writeWrapped(at: number, number: number, documents = 0): string {
    if (number > 1 && this.#isOdd(20)) return this.#writeWrapped(at, 1, documents) + this.#writeWrapped(at, number - 1);
    const wrapper = this.#isOdd(200) ? 'odd' : (this.#wrappers[at] ?? '');
    let records = '';
    for (let left = number; left > 0; left--) records += this.#writeRecord(at, documents);
    if (wrapper === '') return records;
    const empty = this.#isOdd(60) ? this.#random.pick([`<${wrapper}/>`, `<${wrapper}><x>1</x></${wrapper}>`]) : '';
    return `${this.#blank()}<${wrapper}>${records}${this.#blank()}</${wrapper}>${empty}`;
  }

  #writeRecord(at: number, documents: number): string {
    const random = this.#random;
    const { name, fields, when } = this.#types[at] as DrawnType;
    const values = fields.flatMap((field) => this.#writeValue(field));
    const kind = hasPredicate(when) ? ` k="${this.#isOdd(60) ? 2 : 1}"` : '';
    const attribute = kind + (values.find((value) => value.startsWith(' ')) ?? '');
    const isLate = this.#isLate[at] !== this.#isOdd(5);
    const [first, second] = isLate ? [[], values] : [values, []];
    const own = (some: readonly string[]) => some.filter((value) => !value.startsWith(' ')).join('');
    const inside = this.#writeInside(at, documents);
    const text = own(first) + this.#oddMarkup() + inside + own(second) + this.#oddMarkup();
    if (text === '' && random.oneIn(2)) return `${this.#blank()}<${name}${attribute}/>`;
    return `${this.#blank()}<${name}${attribute}>${text}${this.#blank()}</${name}>`;
  }

  #writeInside(parent: number, documents: number): string {
    const random = this.#random;
    let text = '';
    for (const [at, { in: enclosing, occurs, as: member }] of this.#types.entries()) {
      if (enclosing === undefined || enclosing !== this.#types[parent]?.name) continue;
      const least = occurs === 'ONCE' || occurs === 'SOME' ? 1 : 0;
      const most = occurs === 'ONCE' || occurs === 'OPTIONAL' ? 1 : 3;
      let left = least + random.below(most - least + 1);
      if (member === undefined) left = documents;
      else if (this.#isOdd(50)) left = random.below(6);
      if (left > 0) text += this.#writeWrapped(at, left);
      if (this.#isOdd(80)) text += this.#writeWrapped(random.below(this.#types.length), 1);
    }
    return text;
  }

  #writeValue({ name, columnName }: Tree): string[] {
    const random = this.#random;
    if (typeof columnName !== 'string' || this.#isOdd(20)) return [];
    const value = this.#drawValue(String(name));
    const quote = this.#isOdd(30) ? "'" : '"';
    if (columnName.startsWith('@')) return [` num=${quote}${value}${quote}`];
    const [step = '', outer] = columnName.split('/').reverse();
    const last = step.replace(/\[.*/u, '');
    const kind = hasPredicate(step) ? ` n="${this.#isOdd(60) ? 'x' : name}"` : '';
    const nil = this.#isOdd(40) ? ` xsi:nil="${random.pick(['true', 'false'])}"` : this.#isOdd(40) ? ' unread="1"' : '';
    const one =
      value === '' && random.oneIn(2) ? `<${last}${kind}${nil}/>` : `<${last}${kind}${nil}>${value}</${last}>`;
    const twice = this.#isOdd(40) ? one + one : one;
    return [this.#blank() + (outer === undefined ? twice : `<${outer}>${twice}</${outer}>`)];
  }

  #drawValue(name: string): string {
    const random = this.#random;
    if (name === 'num') return random.pick(['1', '2', '0', this.#isOdd(10) ? '' : '3', this.#isOdd(40) ? 'x' : '1']);
    if (name === 'amt') return random.pick(['1', '2.5', '0.05', '-2', this.#isOdd(40) ? '1.x' : '3']);
    return random.pick([
      'A',
      'ab',
      'B',
      'é',
      this.#isOdd(10) ? random.pick(['abc', '&lt;', '<![CDATA[<]]>', '']) : 'A',
    ]);
  }

  #oddMarkup(): string {
    if (!this.#isOdd(40)) return '';
    if (this.#random.oneIn(4)) {
      // A record on another path, or in the place of another one.
      const { name } = this.#types[this.#random.below(this.#types.length)] as DrawnType;
      return this.#random.pick([`<u><${name}/></u>`, `<${name} num="1"/>`]);
    }
    return this.#random.pick([
      '<!-- c -->',
      '<?p i?>',
      '<u>1</u>',
      '<u a="1"/>',
      'text',
      '<in/>',
      '<txt>Z</txt>',
      '&amp;',
    ]);
  }

  #blank(): string {
    return this.#isOdd(100) ? '\n\n\t' : this.#blanks;
  }
}

/** Returns whether a path, or that of a `when`, ends with a predicate. */
function hasPredicate(path: unknown): boolean {
  return JSON.stringify(path).includes("']");
}
