import { hasRecordTypes } from '../1-read/record-views.ts';
import type { AnySpec, Spec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { describeFields, describeRules, describeSeverities, describeTypes } from './describe-fields.ts';
import { describeFile } from './describe-file.ts';
import { describeRecordTypes } from './describe-record-types.ts';
import { fence, plain } from './markdown.ts';

/** A valid file with one record, and the message of that record. */
export interface SpecExample {
  readonly file: string;
  /** The message as JSON text: one flat object. */
  readonly message: string;
}

/**
 * Returns a Markdown page for the senders of files: format, fields, rules and an example. The example is left out if
 * `example` is null or its file is longer than MAX_EXAMPLE_LENGTH. The spec must have no errors.
 */
export function describeSpec(spec: AnySpec, example: SpecExample | null): string {
  if (hasRecordTypes(spec)) return describeRecordTypes(spec);
  const plan = createPlan(spec, '');
  const parts = [
    `# ${plain(spec.name)}`,
    ...(spec.description === undefined ? [] : [plain(spec.description)]),
    '## The file',
    describeFile(spec)
      .map((line) => `- ${line}`)
      .join('\n'),
    '## The fields',
    describeFields(spec, plan),
    describeTypes(plan),
    '## The rules',
    ...describeRules(plan, '').slice(1),
    ...describeSeverities(plan),
    ...describeExample(example, spec),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The maximum length of an example in characters. */
const MAX_EXAMPLE_LENGTH = 10_000;

function describeExample(example: SpecExample | null, { format }: Spec): string[] {
  if (example === null || example.file.length > MAX_EXAMPLE_LENGTH) return [];
  return [
    '## Example',
    fence(example.file, format === 'XML' ? 'xml' : 'text'),
    'The record of this file becomes the message:',
    fence(indented(example.message), 'json'),
  ];
}

/** Formats a flat JSON object with one member per line. Numbers are not changed. */
function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{},:]|[^{},:"]+/g) ?? [];
  const breaks: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ',': ',\n  ', ':': ': ' };
  return tokens.map((token) => breaks[token] ?? token).join('');
}
