import { viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { RecordType, RecordTypesSpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import { planRecordTypes } from '../../pipeline/3-plan/plan-record-types.ts';
import type { DocumentsPlan, FileRulePlan, RecordTypePlan } from '../../language/plan/record-types-plan.ts';
import { describeExample, type SpecExample } from './describe-example.ts';
import { describeFields, describeRules, describeSeverities, describeTypes } from './describe-fields.ts';
import { describeFile } from './describe-file.ts';
import { columnNameOf } from '../../language/formats/model/column-names.ts';
import { DEFAULT_NAMING, nameInGroup } from '../../kernel/repeats/repeat.ts';
import { formatKinds, selectsByPath } from '../../language/formats/format-kinds.ts';
import type { FormatKind } from '../../language/formats/model/format-kind.ts';
import { codeList, codeSpan, plain, table } from '../../language/formats/model/markdown.ts';

/**
 * Returns a Markdown page for the senders of files with several record types: the format, the structure as a tree, the
 * fields and rules of each type, the rules of the file, and an example; see describeSpec. The spec must have no errors.
 */
export function describeRecordTypes(spec: RecordTypesSpec, example: SpecExample | null): string {
  const { types, fileRules, documents } = planRecordTypes(spec, '');
  const views = viewRecordTypes(spec);
  const [first] = types;
  const parts = [
    `# ${plain(spec.name)}`,
    ...(spec.description === undefined ? [] : [plain(spec.description)]),
    '## The file',
    bullets([...new Set(outerViews(types, views).flatMap((view) => describeFile(withoutSelection(view))))]),
    '## The structure',
    describeStructure(spec),
    ...describeDocuments(documents, types),
    ...describeOtherLines(spec),
    ...types.flatMap(({ plan, place }, index) => {
      const view = views[index];
      return view === undefined
        ? []
        : [
            `## ${plain(place.name)}`,
            describeFields(view, plan),
            describeTypes(plan),
            ...describeRules(plan, `### Rules of ${plain(place.name)}`),
          ];
    }),
    ...describeFileRules(fileRules, documents),
    '## Severities',
    ...(first === undefined ? [] : describeSeverities(first.plan)),
    ...describeExample(example, spec.format),
  ];
  return `${parts.join('\n\n')}\n`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Returns the first type that no other type encloses, and those beside it whose paths select other parts of the file. */
function outerViews(types: readonly RecordTypePlan[], views: readonly Spec[]): Spec[] {
  const outer = views.filter((_, index) => types[index]?.place.parent === -1);
  const kind: FormatKind | undefined = outer[0] && formatKinds[outer[0].format];
  return kind?.typesByPath === undefined ? outer.slice(0, 1) : outer;
}

/** The tree of the record types describes how records are selected. A format also of lines says which of both it is. */
function withoutSelection({ recordWhen: _, recordPath, ...view }: Spec): Spec {
  const kind: FormatKind = formatKinds[view.format];
  return kind.typesByPath === undefined || recordPath === undefined ? view : { ...view, recordPath };
}

/** Describes the records that are accepted or rejected together with all records inside them, and their limits. */
function describeDocuments(documents: DocumentsPlan | null, types: readonly RecordTypePlan[]): string[] {
  if (documents === null) return [];
  const names = documents.types.map((type) => `**${plain(types[type]?.place.name ?? '')}**`).join(', ');
  const { maxRecords, maxBytes, readsTwice } = documents;
  const limit = ` It has at most ${maxRecords.toLocaleString('en-US')} records, and ${maxBytes.toLocaleString('en-US')} bytes together with its message.`;
  return [
    `Accepted or rejected as a whole, with all records inside: ${names}. One rejected record rejects the others.${readsTwice ? '' : limit}`,
  ];
}

/** Returns the tree of the record types as nested lists. */
function describeStructure(spec: RecordTypesSpec): string {
  const { recordTypes, order } = spec;
  const orderOf = (written: 'LIST' | 'ANY' | undefined) =>
    written === 'ANY' ? 'Records inside occur in any order.' : 'Records inside occur in this order.';
  const branch = (parent: string | undefined, indent: string): string[] =>
    recordTypes
      .filter((type) => type.in === parent)
      .flatMap((type) => {
        const inside = branch(type.name, `${indent}  `);
        const about = inside.length === 0 ? '' : ` ${orderOf(type.order)}`;
        return [`${indent}- **${plain(type.name)}**, ${describeType(type, spec)}.${about}`, ...inside];
      });
  return [orderOf(order).replace('Records inside', 'Records'), '', ...branch(undefined, '')].join('\n');
}

/** Describes the lines that continue records, and those that only fill the file. */
function describeOtherLines({ continuation, filler, format }: RecordTypesSpec): string[] {
  if (selectsByPath(format)) return [];
  const { blockOf, severity = 'FATAL' } = filler ?? {};
  const block =
    blockOf === undefined
      ? ''
      : ` The lines of all records together with these lines are a multiple of ${blockOf} (${severity}).`;
  const lines = [
    ...(continuation === undefined
      ? []
      : [`A line continues the record before it if ${describeSelection(continuation, format)}.`]),
    ...(filler === undefined
      ? []
      : [`A line only fills the end of the file if ${describeSelection(filler, format)}.${block}`]),
  ];
  return lines.length === 0 ? [] : [bullets(lines)];
}

function describeType(type: RecordType, { format }: RecordTypesSpec): string {
  const part = type.as === undefined ? '' : `; part of the enclosing event as ${codeSpan(type.as)}`;
  const whole = type.reject === undefined ? '' : '; accepted or rejected with all records inside it';
  const published = type.publish === false ? '; checked, but not a message' : '';
  const delimiter = type.delimiter === undefined ? '' : `; cells are separated by ${codeSpan(type.delimiter)}`;
  return `${describeOccurs(type)}: ${describeSelection(type, format)}${delimiter}${published}${part}${whole}`;
}

const TIMES = { ONCE: 'exactly once', OPTIONAL: 'at most once', SOME: 'at least once', MANY: 'any number of times' };

function describeOccurs({ occurs = 'MANY' }: RecordType): string {
  if (typeof occurs === 'string') return TIMES[occurs];
  const { min = 0, max, field } = occurs;
  if (field !== undefined) return `as often as ${codeSpan(field)} of the enclosing record says`;
  return max === undefined ? `at least ${min} times` : `${min} to ${max} times`;
}

function describeSelection(
  { when, repeat, in: line = '', fields = [] }: Partial<RecordType>,
  format: Spec['format'],
): string {
  if (repeat !== undefined) return describeGroups(repeat, line, fields.map(columnNameOf));
  if (when === undefined) return 'each record that no other type selects';
  return formatKinds[format].text.selection(when);
}

/** Describes the groups of values in a line that are records. */
function describeGroups(
  { times, start, length, naming = DEFAULT_NAMING, columns, stopWhenEmpty }: NonNullable<RecordType['repeat']>,
  line: string,
  own: readonly string[],
): string {
  const nameAt = (number: number) =>
    (columns ?? own).map((column) => codeSpan(nameInGroup({ naming }, column, number))).join(', ');
  const place =
    start === undefined
      ? `: ${nameAt(1)}${times > 1 ? ` to ${nameAt(times)}` : ''}`
      : `, each of ${length ?? own.length}, from ${start}`;
  const end = stopWhenEmpty === true ? '; an empty group ends them' : '';
  return `one of at most ${times} groups in the record of ${plain(line)}${place}${end}`;
}

function describeFileRules(rules: readonly FileRulePlan[], documents: DocumentsPlan | null): string[] {
  if (rules.length === 0) return [];
  const isOfDocument = ({ ruleId }: FileRulePlan) => documents?.rules.includes(ruleId) === true;
  const rows = rules.map(({ message, severity, ruleId }) => [plain(message), severity, codeSpan(ruleId)]);
  return [
    '## The rules of the file',
    table(['Rule', 'Severity', 'Rule id'], rows),
    ...(rules.every(isOfDocument) ? [] : ['If a FATAL rule of the file is broken, the whole file is rejected.']),
    ...(rules.some(isOfDocument)
      ? [
          `${codeList(rules.filter(isOfDocument).map(({ ruleId }) => ruleId))}: a broken rule concerns one of the records that are accepted or rejected as a whole, and not the file.`,
        ]
      : []),
  ];
}
