import type { Random } from './random.ts';
import { createAmount, createDay, createNote } from './words.ts';

/** The types of a wide file's columns, used in turn. */
export const WIDE_TYPES = ['STRING', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'] as const;

/** Returns a spec with this many fields, as YAML: every type, with corrections and rules. */
export function createWideSpec(name: string, fields: number): string {
  const each = (make: (field: string, type: string) => string): string =>
    Array.from({ length: fields }, (_, index) => make(`c${index}`, WIDE_TYPES[index % WIDE_TYPES.length] ?? '')).join(
      '',
    );
  return [
    `name: ${name}\nformat: CSV\nfields:\n`,
    each((field, type) => `  - { name: ${field}, type: ${type} }\n`),
    'correctionRules:\n',
    each((field, type) =>
      type === 'STRING' ? `  - { ruleId: trim-${field}, field: ${field}, correctionType: TRIM }\n` : '',
    ),
    'validationRules:\n',
    each((field, type) => createRule(field, type)),
  ].join('');
}

function createRule(field: string, type: string): string {
  if (type === 'STRING')
    return `  - { ruleId: length-${field}, field: ${field}, ruleType: MAX_LENGTH, value: 40, severity: ERROR }\n`;
  if (type === 'INTEGER' || type === 'DECIMAL')
    return `  - { ruleId: least-${field}, field: ${field}, ruleType: MIN_VALUE, value: 0, severity: ERROR }\n`;
  if (type === 'DATE')
    return `  - { ruleId: bound-${field}, field: ${field}, ruleType: DATE_RANGE, value: "2000-01-01,2030-12-31", severity: ERROR }\n`;
  return '';
}

export function createWideHeader(columns: number): string {
  return Array.from({ length: columns }, (_, index) => `c${index}`).join(',');
}

/** Returns a line of a wide file. Two in a hundred have a cell that violates a rule. */
export function createWideLine(columns: number, random: Random): string {
  const cells = Array.from({ length: columns }, (_, index) =>
    createCell(WIDE_TYPES[index % WIDE_TYPES.length], random),
  );
  if (random.below(50) === 0) cells[1 + 5 * random.below(columns / 5)] = '-5';
  return `${cells.join(',')}\n`;
}

function createCell(type: (typeof WIDE_TYPES)[number] | undefined, random: Random): string {
  const { day, month, year } = createDay(random);
  switch (type) {
    case 'INTEGER':
      return String(random.below(1_000_000));
    case 'DECIMAL':
      return createAmount(random);
    case 'DATE':
      return `${year}-${month}-${day}`;
    case 'BOOLEAN':
      return random.pick(['true', 'false']);
    default:
      return random.below(10) === 0 ? '' : createNote(random, 2);
  }
}
