import * as fc from 'fast-check';

/** A part of a spec: YAML in flow style, with few texts of each kind, so that two specs often have much in common. */
export interface SpecDraft {
  readonly head: readonly string[];
  readonly fields: readonly FieldDraft[];
  readonly relations: readonly RelationDraft[];
}

/** A rule that compares two fields, by index. Left out if the fields do not exist or have different types. */
interface RelationDraft {
  readonly field: number;
  readonly other: number;
  readonly operator: string;
  /** The condition: null or not null, one of two values, or none. */
  readonly when: string;
  readonly severity: string;
}

interface FieldDraft {
  readonly type: string;
  readonly keys: readonly string[];
  readonly corrections: readonly string[];
  readonly rules: readonly string[];
}

const severity = fc.constantFrom('', '', ', severity: WARNING', ', severity: FATAL');
const some = (texts: readonly string[], maxLength: number) => fc.array(fc.constantFrom(...texts), { maxLength });

const heads = some(
  [
    'nullValues: ["-"]',
    'nullValues: ["0", "x"]',
    'onTypeMismatch: FATAL',
    'onMissingColumns: IGNORE',
    'onMissingColumns: WARNING',
    'onExtraColumns: WARNING',
    'onExtraColumns: IGNORE',
    'messageKey: [a]',
    'numbersAs: STRING',
    'maxRecordBytes: 40',
    'hasHeader: false',
    'skipBlankLines: false',
    'comment: "#"',
    'columnMatch: POSITION',
  ],
  2,
);
const anyCorrections = [
  'TRIM',
  'DEFAULT_IF_NULL, defaultValue: X1',
  'PAD_LEFT, padChar: "0", length: 3',
  'REGEX_REPLACE, pattern: "[.]", replacement: ""',
  'MAP, values: { X1: "12", "007": "1" }',
  'MAP, values: { X1: "12", a: "12345", "007": "1" }',
  'MAP, values: { X1: "12", "12": "1" }, otherwise: KEEP',
  'MAP, values: { X1: "12" }, otherwise: NULL',
];
const texts = [
  'REGEX, value: "[A-Z0-9]+"',
  'REGEX, value: "[A-Z0-9]{2,4}"',
  'REGEX, value: "[^ ]*"',
  'REGEX, value: "(?:X1|[0-9]{3}|true)"',
  'MIN_LENGTH, value: 2',
  'MIN_LENGTH, value: 1',
  'MAX_LENGTH, value: 4',
  'MAX_LENGTH, value: 3',
  'REQUIRED',
];

const string: fc.Arbitrary<FieldDraft> = fieldOf(
  'STRING',
  [],
  [...anyCorrections, 'UPPER_CASE', 'LOWER_CASE'],
  [
    ...texts,
    'ALLOWED_VALUES, value: [X1, "12", "true"]',
    'ALLOWED_VALUES, value: [X1, "12"]',
    'CHECK_DIGIT, algorithm: LUHN',
    'CHECK_DIGIT, algorithm: BIC_SHAPE',
  ],
);
const integer = fieldOf(
  'INTEGER',
  ['groupSeparator: "."'],
  ['TRIM', 'DEFAULT_IF_NULL, defaultValue: "12"', 'PAD_LEFT, padChar: "0", length: 3'],
  numberRules(['REGEX, value: "-?[0-9]{1,2}"', 'REQUIRED', 'MAX_LENGTH, value: 3']),
);
const decimal = fieldOf(
  'DECIMAL',
  ['groupSeparator: "\'"', 'decimalSeparator: ","', 'scale: 2', 'scale: 0'],
  ['TRIM', 'DEFAULT_IF_NULL, defaultValue: "12"', 'REGEX_REPLACE, pattern: " ", replacement: ""'],
  numberRules(['REGEX, value: "-?[0-9.]{1,4}"', 'REQUIRED']),
);
const date = fieldOf(
  'DATE',
  ['format: dd/MM/yyyy', 'format: "yyyy-MM-dd[ HH:mm]"'],
  [
    'TRIM',
    'COERCE_DATE, sourceFormat: d.M.yyyy, targetFormat: yyyy-MM-dd',
    'COERCE_DATE, sourceFormat: MM/dd/yyyy, targetFormat: dd/MM/yyyy',
    'COERCE_DATE, sourceFormat: [SERIAL, dd.MM.yyyy], targetFormat: yyyy-MM-dd',
  ],
  [
    'DATE_RANGE, value: "2024-01-01,"',
    'DATE_RANGE, value: ",today"',
    'DATE_RANGE, value: "today-30d,today+1d"',
    'DATE_RANGE, value: "2023-06-01,2024-12-31"',
    'REQUIRED',
  ],
);
const boolean = fieldOf(
  'BOOLEAN',
  ['trueValues: [J], falseValues: [N]', 'trueValues: [J, X1], falseValues: [N]'],
  ['TRIM', 'LOWER_CASE'],
  ['ALLOWED_VALUES, value: ["true"]', 'REQUIRED'],
);

const fields = fc.oneof({ weight: 3, arbitrary: string }, integer, decimal, date, boolean);

function numberRules(others: readonly string[]): string[] {
  return [
    'MIN_VALUE, value: "1"',
    'MIN_VALUE, value: "-0.5"',
    'MAX_VALUE, value: "99"',
    'MAX_VALUE, value: "12.5"',
    'ALLOWED_VALUES, value: ["12", "1"]',
    ...others,
  ];
}

function fieldOf(
  type: string,
  keys: readonly string[],
  corrections: readonly string[],
  rules: readonly string[],
): fc.Arbitrary<FieldDraft> {
  return fc.record({
    type: fc.constant(type),
    keys: fc
      .tuple(
        keys.length === 0 ? fc.constant('') : fc.constantFrom('', '', ...keys),
        fc.constantFrom('', '', 'required: true'),
        fc.constantFrom('', '', '', 'columnName: C'),
      )
      .map((texts) => texts.filter((text) => text !== '')),
    corrections: some(corrections, 2),
    rules: fc.array(
      fc.tuple(fc.constantFrom(...rules), severity).map(([rule, how]) => rule + how),
      { maxLength: 2 },
    ),
  });
}

const relation: fc.Arbitrary<RelationDraft> = fc.record({
  field: fc.nat(2),
  other: fc.nat(2),
  operator: fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'REQUIRED'),
  when: fc.constantFrom('', 'isNull: true', 'isNull: false', 'values: ["12"]', 'values: ["12", "1"]'),
  severity,
});

/** Two states of a spec. The second takes the parts marked in `kept` from the first, and has the rest of its own. */
export const specPairs: fc.Arbitrary<{ old: SpecDraft; new: SpecDraft }> = fc
  .record({ old: specDraft(), new: specDraft(), kept: fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }) })
  .map(({ old, new: now, kept }) => ({
    old,
    new: mix(
      old,
      now,
      kept.map((n) => n < 8),
    ),
  }));

function specDraft(): fc.Arbitrary<SpecDraft> {
  return fc.record({
    head: heads,
    fields: fc.array(fields, { minLength: 1, maxLength: 3 }),
    relations: fc.tuple(relation, relation),
  });
}

function mix(old: SpecDraft, now: SpecDraft, kept: readonly boolean[]): SpecDraft {
  const fieldsOf = (kept[0] ? old : now).fields.map((field, index) => {
    const other = now.fields[index];
    if (other === undefined || other.type !== field.type) return kept[1 + index] || other === undefined ? field : other;
    const pick = <T>(a: T, b: T, place: number) => (kept[4 + ((place + index) % 8)] ? a : b);
    return {
      type: field.type,
      keys: pick(field.keys, other.keys, 0),
      corrections: pick(field.corrections, other.corrections, 3),
      rules: pick(field.rules, other.rules, 5),
    };
  });
  return {
    head: kept[11] ? old.head : now.head,
    fields: fieldsOf,
    relations: kept[10] ? old.relations : now.relations,
  };
}

/** Returns the YAML of a draft without duplicate keys. */
export function specText({ head, fields, relations }: SpecDraft): string {
  const names = ['a', 'b', 'c'];
  const lines = [...new Map(head.map((line) => [line.split(':')[0], line])).values()];
  const rulesOf = (kind: 'corrections' | 'rules', key: string) =>
    fields.flatMap((field, index) =>
      [...new Set(field[kind])].map(
        (text) =>
          `  - { ruleId: "${kind} ${names[index]} ${text.replace(/,.*/, '')} ${[...new Set(field[kind])].indexOf(text)}", field: ${names[index]}, ${key}: ${text} }`,
      ),
    );
  return [
    'name: a',
    'format: CSV',
    ...lines,
    'fields:',
    ...fields.map(
      ({ type, keys }, index) =>
        `  - { name: ${names[index]}, type: ${type}${keys.map((key) => `, ${key === 'columnName: C' ? `columnName: C${index}` : key}`).join('')} }`,
    ),
    'correctionRules:',
    ...orEmpty(rulesOf('corrections', 'correctionType')),
    'validationRules:',
    ...orEmpty([...rulesOf('rules', 'ruleType'), ...relationsOf(relations, fields)]),
    '',
  ].join('\n');
}

function relationsOf(relations: readonly RelationDraft[], fields: readonly FieldDraft[]): string[] {
  const names = ['a', 'b', 'c'];
  return relations.flatMap(({ field, other, operator, when, severity }, index) => {
    const type = fields[field]?.type;
    if (field === other || type === undefined || type === 'BOOLEAN' || fields[other]?.type !== type) return [];
    const deciding = fields[other]?.type === 'DATE' && when.startsWith('values') ? '' : when;
    const condition = deciding === '' ? '' : `, when: { field: ${names[other]}, ${deciding} }`;
    const kind = operator === 'REQUIRED' ? 'REQUIRED' : `COMPARE, operator: "${operator}", other: ${names[other]}`;
    return `  - { ruleId: "compare ${index}", field: ${names[field]}, ruleType: ${kind}${severity}${condition} }`;
  });
}

function orEmpty(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['  []'] : lines;
}
