import { Document, isCollection, visit } from 'yaml';
import type { Noted, SpecDraft } from './model/draft.ts';

/** Writes a draft as YAML, with its notes as comments. */
export function writeYaml({ source, settings, fields, corrections, rules, suggestions }: SpecDraft): string {
  const parts = [
    source.map((line) => `# ${oneLine(line)}`),
    settings.map(({ value: [key, value], note }) => withNote(`${key}: ${flow(value)}`, note)),
    suggestions.map((suggestion) => `# ${oneLine(suggestion)}`),
    ['fields:', ...items(fields)],
    ...(corrections.length === 0 ? [] : [['correctionRules:', ...items(corrections)]]),
    ...(rules.length === 0 ? [] : [['validationRules:', ...items(rules)]]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function items(list: readonly Noted<object>[]): string[] {
  return list.map(({ value, note }) => withNote(`  - ${flow(value)}`, note));
}

function withNote(line: string, note: string | null): string {
  return note === null ? line : `${line}  # ${oneLine(note)}`;
}

/** Writes a value in YAML's flow style on one line. */
function flow(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Collection: (_, node) => {
      if (isCollection(node)) node.flow = true;
    },
    Scalar: (_, node) => {
      // The spec reads an unquoted number as its source text where a text is expected.
      if (typeof node.value === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(node.value)) node.value = Number(node.value);
      // Quoted, so that YAML does not interpret the text and it cannot break the line.
      if (typeof node.value === 'string' && !/^[A-Za-z_/][\w/.-]*(?: [\w/.-]+)*$/.test(node.value))
        node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).trimEnd();
}

/** Replaces control characters and line separators, so that a text from the sample cannot end the comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]+/gu, ' ');
}
