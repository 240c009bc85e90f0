import type { ObjectShape, TaggedShape } from '../../../language/shape/shape.ts';
import { type FieldType, specShape } from '../../../pipeline/1-read/spec-shape.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { table } from '../../../language/formats/model/markdown.ts';
import { readKeyDoc } from './key-doc.ts';
import { cell, code, describeValue, keyRows, keyTitles } from './key-rows.ts';
import { correctionNotes } from './sections/corrections.ts';
import { datePatternsSection } from './sections/date-patterns.ts';
import { encodingsSection } from './sections/encodings.ts';
import { issuesSection } from './sections/issues.ts';
import { processingSection, runWarningsSection } from './sections/processing.ts';
import { expressionFunctions } from '../../../language/expressions/functions/functions.ts';
import { expressionIntroduction, expressionNotes } from './sections/expressions.ts';
import { fileRuleNotes, recordTypesSection } from './sections/record-types.ts';
import { regularExpressionsSection } from './sections/regular-expressions.ts';
import { ruleNotes } from './sections/rules.ts';
import { sensitiveFieldsSection } from './sections/sensitive-fields.ts';
import { typeNotes } from './sections/types.ts';
import { writingSection } from './sections/writing.ts';
import { messages } from '../../../diagnostics/messages/messages.ts';

/** Returns the reference of the spec language in Markdown: tables from the shape of a spec, and prose between them. */
export function describeLanguage(): string {
  const { fields, correctionRules, validationRules, recordTypes, fileRules } = specShape.keys;
  const sections = [
    writingSection,
    `## Keys of a spec\n\n${table(keyTitles, keyRows(specShape.keys))}`,
    `## Keys of a field\n\n${table(keyTitles, keyRows(fields.shape.item.keys))}`,
    `## Types\n\n${describeTypes()}\n\n${typeNotes}`,
    `## Corrections\n\n${describeKinds(correctionRules.shape.item, correctionKinds)}\n\n${correctionNotes}`,
    `## Rules\n\n${describeKinds(validationRules.shape.item, ruleKinds)}\n\n${ruleNotes}`,
    `${expressionIntroduction}\n\n${describeFunctions()}\n\n${expressionNotes}`,
    `${recordTypesSection}\n\n### Keys of a record type\n\n${table(keyTitles, keyRows(recordTypes.shape.item.keys))}`,
    `## Rules of a file\n\n${describeFileRules(fileRules.shape.item)}\n\n${fileRuleNotes}`,
    processingSection,
    runWarningsSection,
    issuesSection,
    sensitiveFieldsSection,
    regularExpressionsSection,
    datePatternsSection,
    encodingsSection,
    describeDiagnostics(),
  ];
  return `${sections.join('\n\n')}\n`;
}

function describeTypes(): string {
  const rows = Object.keys(typeKinds).map((type) => {
    const { accepts, message, typescript } = typeKinds[type as FieldType].text;
    return [code(type), cell(accepts), cell(message), cell(typescript)];
  });
  return table(['type', 'accepts', 'in the message', 'in TypeScript'], rows);
}

function describeFunctions(): string {
  const rows = expressionFunctions.map(({ signature, doc }) => [code(signature.replaceAll('|', '\\|')), cell(doc)]);
  return table(['expression', 'value'], rows);
}

/** Keys that every correction or every rule has. The notes below the tables describe them. */
const sharedKeys = ['ruleId', 'field', 'message', 'severity', 'when'];

/** Keys that every rule of a file has. */
const fileRuleKeys = ['ruleId', 'message', 'severity'];

function describeKinds(
  { tag, cases }: TaggedShape,
  kinds: Readonly<Record<string, { readonly types: readonly FieldType[] }>>,
): string {
  const rows = Object.entries(cases).map(([word, shape]) => [
    code(word),
    describeOperands(shape, sharedKeys),
    describeTypesOf(kinds[word]?.types ?? []),
    cell(readKeyDoc(shape.doc).meaning),
  ]);
  return table([code(tag), 'operands', 'for', 'meaning'], rows);
}

/** Describes the rules of a file. The notes below the table describe the keys that all of them have. */
function describeFileRules({ cases }: TaggedShape): string {
  const rows = Object.entries(cases).map(([word, shape]) => [
    code(word),
    describeOperands(shape, fileRuleKeys),
    cell(shape.doc),
  ]);
  return table(['ruleType', 'operands', 'holds if'], rows);
}

function describeOperands({ keys }: ObjectShape, omitted: readonly string[]): string {
  return Object.entries(keys)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, { shape }]) => `${code(name)}: ${describeValue(shape)}. ${cell(shape.doc)}`)
    .join('<br>');
}

function describeTypesOf(types: readonly FieldType[]): string {
  return types.length === Object.keys(typeKinds).length ? 'all types' : types.join(', ');
}

/**
 * Returns the section of the language reference that lists all diagnostic codes: first the errors, then the warnings.
 */
function describeDiagnostics(): string {
  const codesOf = (severity: 'error' | 'warning') =>
    Object.entries(messages)
      .filter(([, message]) => message.severity === severity)
      .map(([name]) => code(name))
      .join(' · ');
  return [
    '## Diagnostics',
    '',
    'A diagnostic says what is wrong with a spec: code, severity, message, JSON pointer, line, column, and often a hint.',
    'Codes are an API. They are never renamed and never reused.',
    '',
    `**Errors:** ${codesOf('error')}`,
    '',
    `**Warnings:** ${codesOf('warning')}`,
    '',
    'The service adds `name_taken`: another spec of the service has the name.',
  ].join('\n');
}
