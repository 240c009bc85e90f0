import type { Random } from '../../support/random.ts';
import type { Tree, Value } from './interpreter.ts';

/** The types of drawn expressions. */
export type DrawnType = 'string' | 'int' | 'decimal' | 'bool' | 'date';

/** A drawn expression: its text in a spec, the tree that the interpreter evaluates, and the fields that it reads. */
export interface Drawn {
  readonly text: string;
  readonly tree: Tree;
  readonly reads: readonly string[];
}

/** The fields that drawn expressions read, by type. */
export const DRAWN_FIELDS: Readonly<Record<DrawnType, readonly [string, ...string[]]>> = {
  string: ['t1', 't2', 'order no'],
  int: ['i1', 'i2'],
  decimal: ['d1', 'd2'],
  bool: ['b1'],
  date: ['day1'],
};

const TEXTS = [
  '',
  'S',
  'x',
  'ab',
  'a,b,c',
  'POL-12345678',
  ' ä😀 ',
  'it\'s "so"',
  '12',
  '-3.50',
  '01.02.2024',
  '31.02.2024',
  '\u2028`${x}',
] as const;
const PATTERNS = ['POL-([0-9]{8})', '[a-c]+', '^a', 'b$', '(x)|(y)', '([^,]*),(.*)', '😀'] as const;
const ROUNDINGS = ['HALF_UP', 'HALF_EVEN', 'DOWN'] as const;

/** Draws an expression of a type. `depth` limits its parts. */
export function drawExpression(random: Random, type: DrawnType, depth: number): Drawn {
  if (depth <= 0 || random.oneIn(5)) return drawLeaf(random, type);
  const one = (wanted: DrawnType) => drawExpression(random, wanted, depth - 1);
  const number = () => one(random.pick(['int', 'decimal']));
  const shared: readonly [() => Drawn, ...(() => Drawn)[]] = [
    () => call('?:', [one('bool'), one(type), one(type)], ([a = '', b = '', c = '']) => `(${a} ? ${b} : ${c})`),
    () => call('coalesce', [one(type), one(type)], (args) => `coalesce(${args.join(', ')})`),
  ];
  return random.pick([...shared, ...drawers(random, type, { one, number })] as [() => Drawn, ...(() => Drawn)[]])();
}

interface Parts {
  one(type: DrawnType): Drawn;
  number(): Drawn;
}

function drawers(random: Random, type: DrawnType, { one, number }: Parts): (() => Drawn)[] {
  const rounding = random.pick(ROUNDINGS);
  const scale = random.below(4);
  switch (type) {
    case 'string':
      return [
        () => infix('+', [one('string'), one('string'), ...(random.oneIn(2) ? [one('string')] : [])]),
        () => method('trim', [one('string')]),
        () => method(random.pick(['lowerAscii', 'upperAscii']), [one('string')]),
        () => method('replace', [one('string'), one('string'), one('string')]),
        () => method('substring', [one('string'), one('int'), ...(random.oneIn(2) ? [one('int')] : [])]),
        () =>
          call(
            'split',
            [one('string'), one('string'), one('int')],
            ([a = '', b = '', c = '']) => `${a}.split(${b})[${c}]`,
          ),
        () => drawExtract(random, one('string')),
        () => {
          const char = random.pick(['0', ' ', '😀', '"']);
          const op = random.pick(['padLeft', 'padRight']);
          return call(op, [one('string'), one('int')], ([a = '', b = '']) => `${op}(${a}, ${b}, ${quote(char)})`, char);
        },
        () =>
          call('text', [one(random.pick(['int', 'decimal', 'bool', 'date', 'string']))], ([a = '']) => `text(${a})`),
        () => drawMap(one('string')),
        () => drawLookup(random, one('string')),
      ];
    case 'int':
      return [
        () => method('size', [one('string')]),
        () => method('indexOf', [one('string'), one('string'), ...(random.oneIn(2) ? [one('int')] : [])]),
        () => call('integer', [one('string')], ([a = '']) => `integer(${a})`),
        () => infix('+', [one('int'), one('int')]),
        () => infix(random.pick(['-', '*']), [one('int'), one('int')]),
        () => call('negate', [one('int')], ([a = '']) => `-(${a})`),
        () => call('abs', [one('int')], ([a = '']) => `abs(${a})`),
        () => minMax(random, [one('int'), one('int'), one('int')]),
        () => call('round', [number()], ([a = '']) => `round(${a}, 0, ${quote(rounding)})`, { scale: 0, rounding }),
      ];
    case 'decimal':
      return [
        () => infix(random.pick(['+', '-', '*']), [one('decimal'), number()]),
        () => call('negate', [one('decimal')], ([a = '']) => `-(${a})`),
        () => minMax(random, [one('decimal'), number()]),
        () => call('decimal', [one('string')], ([a = '']) => `decimal(${a})`),
        () => call('round', [number()], ([a = '']) => `round(${a}, ${scale}, ${quote(rounding)})`, { scale, rounding }),
        () =>
          call(
            'divide',
            [number(), number()],
            ([a = '', b = '']) => `divide(${a}, ${b}, ${scale}, ${quote(rounding)})`,
            {
              scale,
              rounding,
            },
          ),
      ];
    case 'bool': {
      const compared = random.pick(['string', 'int', 'decimal', 'date'] as const);
      const any = random.pick(['string', 'int', 'decimal', 'date', 'bool'] as const);
      return [
        () => infix(random.pick(['==', '!=']), [one(any), one(any)]),
        () => infix(random.pick(['<', '<=', '>', '>=']), [one(compared), one(compared)]),
        () => infix(random.pick(['==', '<', '>=']), [number(), number()]),
        () => infix(random.pick(['&&', '||']), [one('bool'), one('bool'), ...(random.oneIn(2) ? [one('bool')] : [])]),
        () => call('!', [one('bool')], ([a = '']) => `!(${a})`),
        () => method(random.pick(['contains', 'startsWith', 'endsWith']), [one('string'), one('string')]),
        () => {
          const pattern = random.pick(PATTERNS);
          return call('matches', [one('string')], ([a = '']) => `${a}.matches(${quote(pattern)})`, pattern);
        },
        () => call('isNull', [one(any)], ([a = '']) => `(${a} == null)`),
        () => call('isNotNull', [one(any)], ([a = '']) => `(null != ${a})`),
        () => call('in', [one(any), one(any), one(any)], ([a = '', b = '', c = '']) => `(${a} in [${b}, ${c}])`),
      ];
    }
    case 'date':
      return [() => call('date', [one('string')], ([a = '']) => `date(${a}, "dd.MM.yyyy")`)];
    default:
      return type satisfies never;
  }
}

function drawLeaf(random: Random, type: DrawnType): Drawn {
  if (random.oneIn(2) || type === 'date') {
    const name = random.pick(DRAWN_FIELDS[type]);
    const text = /^[a-z][a-z0-9]*$/.test(name) ? name : `field(${quote(name)})`;
    return { text, tree: { op: 'field', args: [], value: name, numeric: isNumeric(type) }, reads: [name] };
  }
  if (type === 'string' && random.oneIn(8)) return given('file.name', false);
  if (type === 'int' && random.oneIn(8)) return given('record.number', true);
  const value = drawLiteral(random, type);
  const text = typeof value === 'string' && type === 'string' ? quote(value) : String(value);
  return {
    text: text.startsWith('-') ? `(${text})` : text,
    tree: { op: 'literal', args: [], value, numeric: isNumeric(type) },
    reads: [],
  };
}

function drawLiteral(random: Random, type: DrawnType): Value {
  if (type === 'bool') return random.oneIn(2);
  if (type === 'string') return random.pick(TEXTS);
  const digits = random.oneIn(30) ? '9'.repeat(600) : String(random.below(random.pick([3, 20, 100_000])));
  const whole = (random.oneIn(4) && digits !== '0' ? '-' : '') + digits;
  return type === 'int' ? whole : `${whole}.${String(random.below(1000))}`;
}

function given(op: string, numeric: boolean): Drawn {
  return { text: op, tree: { op, args: [], numeric }, reads: [] };
}

function isNumeric(type: DrawnType): boolean {
  return type === 'int' || type === 'decimal';
}

const NUMERIC = new Set([
  '-',
  '*',
  'negate',
  'abs',
  'min',
  'max',
  'round',
  'divide',
  'size',
  'indexOf',
  'integer',
  'decimal',
]);

function call(op: string, args: readonly Drawn[], write: (args: string[]) => string, extra?: unknown): Drawn {
  const trees = args.map(({ tree }) => tree);
  const values = op === '?:' ? trees.slice(1) : trees;
  const passes = ['+', '?:', 'coalesce'].includes(op) && values.every(({ numeric }) => numeric);
  return {
    text: write(args.map(({ text }) => text)),
    tree: { op, args: trees, extra, numeric: NUMERIC.has(op) || passes },
    reads: args.flatMap(({ reads }) => reads),
  };
}

function infix(op: string, args: readonly Drawn[]): Drawn {
  return call(op, args, (texts) => `(${texts.join(` ${op} `)})`);
}

function method(op: string, args: readonly Drawn[]): Drawn {
  return call(op, args, ([first = '', ...rest]) => `${first}.${op}(${rest.join(', ')})`);
}

function minMax(random: Random, args: readonly Drawn[]): Drawn {
  const op = random.pick(['min', 'max']);
  return call(op, args, (texts) => `${op}(${texts.join(', ')})`);
}

function drawExtract(random: Random, text: Drawn): Drawn {
  const pattern = random.pick(PATTERNS);
  const groups = new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1;
  const group = random.below(groups);
  const isDefault = group === Math.min(1, groups - 1) && random.oneIn(2);
  return call('extract', [text], ([a = '']) => `extract(${a}, ${quote(pattern)}${isDefault ? '' : `, ${group}`})`, {
    pattern,
    group,
  });
}

function drawMap(key: Drawn): Drawn {
  const entries = new Map<string, Value>([
    ['S', 'debit'],
    ['__proto__', 'own'],
    ['', 'none'],
  ]);
  const written = [...entries].map(([from, to]) => `${quote(from)}: ${quote(String(to))}`);
  return call('map', [key], ([a = '']) => `{${written.join(', ')}}[${a}]`, entries);
}

/** The rows of the reference table that drawn expressions read: a key, a word and another word. */
export const WORDS: readonly (readonly [key: string, word: string, other: string])[] = [
  ['S', 'debit', ''],
  ['ä😀"', '"ä"\\', 'x\ty'],
  ['__proto__', '', 'own'],
  ['debit', 'S', 'a,b'],
  ['', 'none', 'POL-12345678'],
  ['it\'s "so"', '\u2028', '\ufeffä'],
  ['12', '-3.50', 'w'.repeat(40)],
];

function drawLookup(random: Random, key: Drawn): Drawn {
  const column = random.pick(['key', 'word', 'other'] as const);
  const at = { key: 0, word: 1, other: 2 }[column];
  const found = new Map<string, Value>(WORDS.flatMap((row) => (row[at] ? [[row[0], row[at]] as const] : [])));
  return call('map', [key], ([a = '']) => `lookup("words", ${a}, ${quote(column)})`, found);
}

/** Writes a text as a literal of CEL. */
function quote(text: string): string {
  return JSON.stringify(text);
}
