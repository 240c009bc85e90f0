import type { Noted, SpecDraft, TypeDraft } from './draft.ts';

/** Writes a draft as YAML. Its notes become comments. */
export function writeYaml(draft: Omit<SpecDraft, 'evidence'>): string {
  const {
    source,
    settings,
    fields,
    corrections,
    rules,
    suggestions,
    recordTypes,
    fileRules = [],
    computed = [],
  } = draft;
  const parts = [
    source.map((line) => `# ${oneLine(line)}`),
    settings.map(({ value: [key, value], note }) => withNote(`${key}: ${flow(value)}`, note)),
    suggestions.map((suggestion) => `# ${oneLine(suggestion)}`),
    recordTypes === undefined
      ? ['fields:', ...items([...fields, ...computed])]
      : ['recordTypes:', ...recordTypes.flatMap(writeType)],
    ...(corrections.length === 0 ? [] : [['correctionRules:', ...items(corrections)]]),
    ...(rules.length === 0 ? [] : [['validationRules:', ...items(rules)]]),
    ...(fileRules.length === 0 ? [] : [['fileRules:', ...items(fileRules)]]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function writeType({ keys, fields, corrections = [], rules = [] }: TypeDraft): string[] {
  const [first = '', ...others] = Object.entries(keys).map(([key, value]) => `${key}: ${flow(value)}`);
  const lines = [`  - ${first}`, ...others.map((line) => `    ${line}`), '    fields:'];
  const corrected = corrections.length === 0 ? [] : ['correctionRules:', ...items(corrections)];
  const checked = rules.length === 0 ? [] : ['validationRules:', ...items(rules)];
  return [...lines, ...[...items(fields), ...corrected, ...checked].map((line) => `    ${line}`)];
}

function items(list: readonly Noted<object>[]): string[] {
  return list.map(({ value, note }) => withNote(`  - ${flow(value)}`, note));
}

function withNote(line: string, note: string | null): string {
  return note === null ? line : `${line}  # ${oneLine(note)}`;
}

/**
 * Writes a value on one line in the flow style of YAML. A YAML library would take seconds for specs with many fields.
 */
function flow(value: unknown): string {
  if (typeof value === 'string') return scalar(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(flow).join(', ')} ]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length === 0
    ? '{}'
    : `{ ${members.map(([key, member]) => `${scalar(key)}: ${flow(member)}`).join(', ')} }`;
}

/** Quotes every text except plain words and integers. So YAML cannot misread a text, and a text cannot end its line. */
function scalar(text: string): string {
  const isWord = /^[A-Za-z_/][\w/.-]*(?: [\w/.-]+)*$/.test(text) && !/^(?:null|true|false)$/i.test(text);
  // Numbers need no quotes: where a spec expects a text, it reads an unquoted number as its source text.
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(text);
  return isWord || isNumber ? text : JSON.stringify(text).replace(UNSAFE, escape);
}

/**
 * Control characters, line separators, and marks that change the writing direction. Quoted texts contain them escaped.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/**
 * Replaces control characters, line separators and marks of the writing direction with blanks. So a text from the
 * sample cannot end the comment.
 */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
}
