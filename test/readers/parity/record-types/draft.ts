import { randomOf, type Random } from '../../../support/random.ts';
import { drawFileRules } from './rule-draft.ts';

type Tree = Record<string, unknown>;

/** A drawn type of records, as the spec has it. */
export interface DrawnType extends Tree {
  name: string;
  in?: string;
  fields: Tree[];
}

/** A drawn spec and how its files are written. */
export interface DrawnSpec {
  spec: Tree & { recordTypes: DrawnType[] };
  /** The letters that select each type. Empty for the type that has all other records. */
  letters: string[][];
  layout: 'FIXED' | 'HEADER' | 'POSITION';
}

const settings = ['FATAL', 'ERROR', 'WARNING', 'IGNORE'] as const;

/** Draws a spec with record types. It may have errors. The same seed and index give the same spec. */
export function drawSpec(seed: number, index: number): DrawnSpec {
  const random = randomOf(seed, index);
  const layout = random.pick(['FIXED', 'FIXED', 'HEADER', 'POSITION'] as const);
  const size = 2 + random.below(4);
  const fallback = random.oneIn(6) ? random.below(size) : -1;
  const types: DrawnType[] = [];
  const letters: string[][] = [];
  for (let at = 0; at < size; at++) {
    const own =
      at === fallback ? [] : random.oneIn(5) ? [LETTERS[at] ?? '', LETTERS[at + 10] ?? ''] : [LETTERS[at] ?? ''];
    letters.push(own);
    types.push(drawType(random, { at, own, types, layout }));
  }
  const spec: DrawnSpec['spec'] = {
    name: 'drawn',
    format: layout === 'FIXED' ? 'FIXED_WIDTH' : 'CSV',
    ...(layout === 'POSITION' && { hasHeader: false }),
    ...drawSettings(random),
    ...(index % 4 === 3 && { recordTypeMember: ['recordType', 'k "é', 'member'][(index >> 2) % 3] }),
    recordTypes: types,
  };
  const others = drawOtherLines(random, layout);
  const fileRules = drawFileRules(random, types, others['continuation'] !== undefined);
  return { spec: { ...spec, ...others, ...(fileRules.length > 0 && { fileRules }) }, letters, layout };
}

/** Draws lines that continue records, and lines that fill the file. */
function drawOtherLines(random: Random, layout: DrawnSpec['layout']): Tree {
  const place = layout === 'FIXED' ? { start: 1, length: 1 } : { column: layout === 'POSITION' ? '1' : 'kind' };
  const filler = {
    when: { ...place, values: ['Y'] },
    ...(random.oneIn(2) && { blockOf: 2 + random.below(3) }),
    ...(random.oneIn(3) && { severity: random.pick(['ERROR', 'WARNING']) }),
  };
  return {
    ...(random.oneIn(3) && { continuation: { when: { ...place, values: ['K', 'L'] }, joins: 'previous' } }),
    ...(random.oneIn(3) && { filler }),
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRST';

function drawSettings(random: Random): Tree {
  return {
    ...(random.oneIn(5) && { order: 'ANY' }),
    ...(random.oneIn(3) && { onUnexpectedRecord: random.pick(settings) }),
    ...(random.oneIn(3) && { onMissingRecord: random.pick(settings) }),
    ...(random.oneIn(3) && { onUnknownRecordType: random.pick(settings) }),
    ...(random.oneIn(4) && { onTypeMismatch: 'ERROR' }),
    ...(random.oneIn(5) && { onMissingColumns: random.pick(settings) }),
    ...(random.oneIn(5) && { onExtraColumns: random.pick(settings) }),
    ...(random.oneIn(6) && { numbersAs: 'STRING' }),
  };
}

interface Drawn {
  at: number;
  own: string[];
  /** The types that were drawn before. */
  types: readonly DrawnType[];
  layout: DrawnSpec['layout'];
}

/** Selects the same records as exact values do, or more that no other type selects. */
function drawCondition(random: Random, own: readonly string[]): Tree {
  return random.oneIn(2) ? { startsWith: own } : { pattern: own.map((text) => `${text}x?`).join('|') };
}

function drawType(random: Random, { at, own, types, layout }: Drawn): DrawnType {
  const place = (name: string, start: number, length: number): Tree =>
    layout === 'FIXED' ? { start, length } : layout === 'HEADER' ? { columnName: name } : {};
  const column = layout === 'POSITION' ? '1' : 'kind';
  const texts =
    layout !== 'POSITION' && own.length > 0 && random.oneIn(8) ? drawCondition(random, own) : { values: own };
  const when = layout === 'FIXED' ? { start: 1, length: 1, ...texts } : { column, ...texts };
  const parent = random.oneIn(2) ? types[random.below(at)] : undefined;
  const hasKind = layout === 'POSITION' || random.oneIn(4);
  const fields: Tree[] = [
    ...(hasKind ? [{ name: 'kind', type: 'STRING', ...place('kind', 1, 1) }] : []),
    { name: 'num', type: 'INTEGER', ...place('num', 2, 3), ...(random.oneIn(4) && { required: true }) },
    { name: 'amt', type: 'DECIMAL', ...place('amt', 5, 5), ...(random.oneIn(8) && { sensitive: true }) },
    { name: 'txt', type: 'STRING', ...place('txt', 10, 3), ...(random.oneIn(5) && { required: true }) },
  ];
  const source = types[random.below(at)];
  if (source !== undefined && random.oneIn(2)) fields.push(...drawCopies(random, source, parent ?? source));
  const rules = drawRules(random, at, fields);
  return {
    name: `t${LETTERS[at]?.toLowerCase()}`,
    ...(own.length > 0 && { when }),
    ...(parent !== undefined && { in: parent.name }),
    ...drawOccurs(random, parent),
    ...(random.oneIn(4) && { order: 'ANY' }),
    ...(random.oneIn(3) && { publish: false }),
    ...(layout === 'POSITION' && random.oneIn(3) && { delimiter: random.pick([';', '|']) }),
    ...(random.oneIn(3) && { messageKey: random.oneIn(2) ? ['txt'] : ['txt', 'num'] }),
    fields,
    ...(rules.length > 0 && { validationRules: rules }),
    ...(random.oneIn(5) && {
      correctionRules: [{ ruleId: `fix${at}`, field: 'txt', correctionType: 'UPPER_CASE' }],
    }),
  };
}

function drawCopies(random: Random, source: DrawnType, parent: DrawnType): Tree[] {
  const from = random.oneIn(3) ? source : parent;
  const names = from.fields.map(({ name }) => String(name)).filter((name) => name !== 'kind');
  return names
    .filter(() => random.oneIn(3))
    .map((name) => ({ name: `c${name}`, from: `${from.name}.${name}`, ...(random.oneIn(5) && { required: true }) }));
}

function drawRules(random: Random, at: number, fields: readonly Tree[]): Tree[] {
  const copied = fields.find(({ name }) => name === 'cnum');
  const severity = random.oneIn(3) ? { severity: random.pick(['FATAL', 'WARNING']) } : {};
  return [
    ...(random.oneIn(3) ? [{ ruleId: `min${at}`, field: 'num', ruleType: 'MIN_VALUE', value: '2', ...severity }] : []),
    ...(random.oneIn(4)
      ? [{ ruleId: `of${at}`, field: 'txt', ruleType: 'ALLOWED_VALUES', value: ['A', 'B', 'AB'] }]
      : []),
    ...(copied !== undefined && random.oneIn(2)
      ? [{ ruleId: `max${at}`, field: 'cnum', ruleType: 'MAX_VALUE', value: '4', ...severity }]
      : []),
    ...(copied !== undefined && random.oneIn(3)
      ? [{ ruleId: `cmp${at}`, field: 'num', ruleType: 'COMPARE', operator: '<=', other: 'cnum', ...severity }]
      : []),
  ];
}

function drawOccurs(random: Random, parent: DrawnType | undefined): Tree {
  const occurs = random.pick([
    'ONCE',
    'ONCE',
    'OPTIONAL',
    'SOME',
    'MANY',
    { min: random.below(3), max: 2 + random.below(2) },
    { max: 1 + random.below(3) },
    { min: 2 },
    parent === undefined ? undefined : { field: 'num' },
    undefined,
    undefined,
  ]);
  return occurs === undefined ? {} : { occurs };
}

/** Draws a file: about a third follow the structure of the spec, and the others have lines at wrong places. */
export function drawFile({ spec, letters, layout }: DrawnSpec, seed: number, index: number): string {
  const random = randomOf(seed, index);
  const lines: string[] = [];
  const { recordTypes } = spec;
  const write = (type: number): string => {
    const letter = letters[type]?.[random.below(letters[type].length)] ?? 'Z';
    return writeLine(random, letter, layout).replaceAll(',', String(recordTypes[type]?.['delimiter'] ?? ','));
  };
  const add = (parent: string | undefined): void => {
    for (const [type, { name, in: enclosing, occurs }] of recordTypes.entries()) {
      if (enclosing !== parent) continue;
      const least = occurs === 'ONCE' || occurs === 'SOME' ? 1 : 0;
      const most = occurs === 'ONCE' || occurs === 'OPTIONAL' ? 1 : 3;
      for (let left = least + random.below(most - least + 1); left > 0 && lines.length < 40; left--) {
        lines.push(write(type));
        if (spec['continuation'] !== undefined && random.oneIn(4)) lines.push(writeContinuation(random, layout));
        add(name);
      }
    }
  };
  add(undefined);
  for (let changes = random.oneIn(3) ? 0 : random.below(4); changes > 0; changes--) {
    const at = random.below(lines.length);
    const change = random.below(6);
    if (change === 0) lines.splice(at, 1);
    else if (change === 4) lines.splice(at, 0, writeContinuation(random, layout));
    else if (change === 5) lines.splice(at, 0, 'Y');
    else if (change === 1) lines.splice(at, 0, write(random.below(recordTypes.length)));
    else if (change === 2) lines.splice(at, 0, random.pick(['Z', 'Z,1,1,A', '', '#']));
    else lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1));
  }
  while (spec['filler'] !== undefined && random.oneIn(2)) lines.push(random.pick(['Y', 'Y,1,2,3']));
  if (layout === 'HEADER') lines.unshift('kind,num,amt,txt');
  return lines.join('\n') + (random.oneIn(4) ? '' : '\n');
}

/** Returns a line that continues a record with up to two cells, or with a few characters. */
function writeContinuation(random: Random, layout: DrawnSpec['layout']): string {
  const kind = random.pick(['K', 'K', 'L']);
  if (layout === 'FIXED') return kind + random.pick(['', 'A', '1  ', ' 2.5 B', 'AB']);
  return [kind, random.pick(amounts), random.pick(texts)].slice(0, 1 + random.below(3)).join(',');
}

const numbers = ['0', '1', '1', '2', '2', '3', '4', '5', '10', 'x', ''] as const;
const amounts = ['0', '1', '1.0', '2.5', '-2.5', '10', '0.05', 'x', ''] as const;
const texts = ['A', 'a', 'B', 'AB', 'C', ''] as const;

function writeLine(random: Random, letter: string, layout: DrawnSpec['layout']): string {
  const [number, amount, text] = [random.pick(numbers), random.pick(amounts), random.pick(texts)];
  if (layout !== 'FIXED') {
    const cells = [letter, number, amount, text];
    if (random.oneIn(20)) cells.push('more');
    if (random.oneIn(20)) cells.length = random.below(4);
    return cells.join(',');
  }
  const line = `${letter}${number.padEnd(3)}${amount.padEnd(5)}${text.padEnd(3)}`;
  return random.oneIn(15) ? line.slice(0, 1 + random.below(12)) : line;
}
