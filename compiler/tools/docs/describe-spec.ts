import { hasRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { createPlan } from '../../pipeline/3-plan/create-plan.ts';
import { describeFields, describeRules, describeSeverities, describeTypes } from './describe-fields.ts';
import { describeFile } from './describe-file.ts';
import { describeRecordTypes } from './describe-record-types.ts';
import { describeExample, type SpecExample } from './describe-example.ts';
import { plain } from '../../language/formats/model/markdown.ts';

/**
 * Returns a Markdown page for the senders of files: format, fields, rules and an example. The example is left out if
 * `example` is null or its file is longer than MAX_EXAMPLE_LENGTH. The spec must have no errors.
 */
export function describeSpec(spec: AnySpec, example: SpecExample | null): string {
  if (hasRecordTypes(spec)) return describeRecordTypes(spec, example);
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
    ...describeExample(example, spec.format),
  ];
  return `${parts.join('\n\n')}\n`;
}
