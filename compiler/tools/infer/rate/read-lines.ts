import type { Spec, Field } from '../../../pipeline/1-read/spec-shape.ts';
import { createPlan } from '../../../pipeline/3-plan/create-plan.ts';
import type { Format } from '../../../language/formats/file-formats.ts';
import type { CsvPlan } from '../../../language/formats/csv/plan.ts';
import type { CharacterRange, FixedWidthPlan } from '../../../language/formats/fixed-width/plan.ts';
import type { CsvRecord } from '../../../kernel/csv/line-parser.ts';
import { createCsvRecordSource, limitColumns } from '../../../kernel/csv/record-source.ts';
import { createCharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import { type FixedWidthLine, sliceLeftAligned, sliceRightAligned } from '../../../kernel/fixed-width/line.ts';
import {
  createFixedWidthBlockSource,
  createFixedWidthRecordSource,
} from '../../../kernel/fixed-width/record-source.ts';
import type { ByteInput } from '../../../kernel/input/byte-input.ts';
import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import {
  createDecodedBlockInput,
  createDecodedInput,
  createEbcdicBlockInput,
  createEbcdicInput,
  createUtf8BlockInput,
  createUtf8Input,
} from '../../../kernel/input/file-input.ts';
import type { Transformer } from '../../../kernel/model/contract.ts';
import type { RecordReport } from '../../../kernel/model/record-report.ts';
import type { RecordSource } from '../../../kernel/model/record-source.ts';
import { createRecordTransformer } from '../../../kernel/module/record-transformer.ts';
import type { FieldPlan, Plan } from '../../../language/plan/plan.ts';
import type { SpecDraft } from '../model/draft.ts';
import { planSourcePattern } from '../../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../../emitting/dates/plan/text.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { trim, trimToNull } from '../../../kernel/values/text.ts';

type CreateTransformer = (plan: Plan, readers: readonly FieldReader[]) => Transformer;

/** The formats whose samples are read without compiling the draft. The casts are safe: each format creates its plan. */
const transformers: Readonly<Partial<Record<Format, CreateTransformer>>> = {
  CSV: (plan, readers) => transformCsv(plan, plan.formatOperand as CsvPlan, readers),
  FIXED_WIDTH: (plan, readers) => transformFixedWidth(plan, plan.formatOperand as FixedWidthPlan, readers),
};

/** Returns whether createDraftTransformer() can read samples of a format. */
export function hasDraftTransformer(format: Format): boolean {
  return transformers[format] !== undefined;
}

/**
 * Creates a transformer that reads a CSV or fixed-width sample like the module of the draft, but reports no rules and
 * writes no messages. It avoids compiling, which takes seconds for a wide spec. `spec` is the spec that `draft`
 * describes, and has no errors.
 */
export function createDraftTransformer(spec: Spec, draft: SpecDraft): Transformer {
  const plan = createPlan(spec, '');
  const nulls = new Set(plan.nullTexts);
  // Computed fields are read from other fields, not from cells.
  const tests = spec.fields.map((field, at) =>
    field.value === undefined ? createFieldReader(createFieldTest(field, draft, nulls), plan.fields[at]) : () => {},
  );
  const create = transformers[spec.format];
  if (create === undefined) throw new Error(`no transformer reads samples of ${spec.format}`);
  return create(plan, tests);
}

type FieldReader = (cell: string | undefined, report: RecordReport) => void;

function createFieldReader(test: (cell: string | undefined) => CellVerdict, field: FieldPlan | undefined): FieldReader {
  const place = { severity: 'ERROR', field: field?.name ?? null, column: field?.column ?? null } as const;
  const issue = (code: string) => ({ ...place, code, ruleId: null, message: code });
  const issues = { TYPE_MISMATCH: issue('TYPE_MISMATCH'), REQUIRED: issue('REQUIRED') };
  return (cell, report) => {
    const verdict = test(cell);
    if (verdict !== null) report.addMaskedIssue(issues[verdict], null);
  };
}

function transformCsv(plan: Plan, { dialect, columns }: CsvPlan, readers: readonly FieldReader[]): Transformer {
  const keys = plan.fields.map(({ key }) => key);
  const indexes = Object.fromEntries(keys.map((key, index) => [key, index]));
  const source = createCsvRecordSource<string>(
    {
      ...dialect,
      maxRecordBytes: plan.maxRecordBytes,
      maxColumns: limitColumns(plan.fields.length, {}),
      columns: columns.kind === 'NAMED' ? { named: columns.named } : { indexes, width: columns.width },
    },
    createInput(plan.encoding),
    undefined,
  );
  // All records share the same header, so the order of columns is computed once.
  let known: CsvRecord['at'] | null = null;
  let order: readonly number[] = [];
  return transform<CsvRecord<string>>(plan, source, ({ cells, at }, report) => {
    if (at !== known) order = keys.map((key) => at[key] ?? -1);
    known = at;
    for (let field = 0; field < readers.length; field++) readers[field]?.(cells[order[field] ?? -1], report);
  });
}

function transformFixedWidth(
  plan: Plan,
  { dialect, isUnterminated, ranges, bytesOf }: FixedWidthPlan,
  readers: readonly FieldReader[],
): Transformer {
  const settings = {
    ...dialect,
    maxRecordBytes: plan.maxRecordBytes,
    ...(bytesOf === undefined ? {} : { widthOf: createCharacterWidth(bytesOf) }),
  };
  const source = isUnterminated
    ? createFixedWidthBlockSource(settings, createBlockInput(plan.encoding, dialect.maxLength), undefined)
    : createFixedWidthRecordSource(settings, createInput(plan.encoding), undefined);
  const located = plan.fields.map(({ key }) => ranges[key]);
  return transform<FixedWidthLine>(plan, source, (line, report) => {
    readers.forEach((read, field) => read(sliceField(line, located[field]), report));
  });
}

function sliceField(line: FixedWidthLine, range: CharacterRange | undefined): string | undefined {
  if (range === undefined) return undefined;
  const slice = range.align === 'LEFT' ? sliceLeftAligned : sliceRightAligned;
  return slice(line, range.start, range.length, range.padding);
}

function transform<Raw>(
  { maxRecordBytes, hasSensitiveFields }: Plan,
  source: RecordSource<Raw>,
  readRecord: (raw: Raw, report: RecordReport) => void,
): Transformer {
  // Messages are not used, so toJson and toKey return nothing.
  const reader = { readRecord, toJson: () => '', toKey: () => null, maxRecordBytes, hasSensitiveFields };
  return createRecordTransformer(reader, source, { messages: false });
}

function createInput(encoding: string): ByteInput {
  if (encoding === 'utf-8') return createUtf8Input(undefined);
  const page = findCodePage(encoding);
  return page === undefined ? createDecodedInput(encoding, undefined) : createEbcdicInput(page, undefined);
}

function createBlockInput(encoding: string, length: number): ByteInput {
  if (encoding === 'utf-8') return createUtf8BlockInput(length, undefined);
  const page = findCodePage(encoding);
  return page === undefined
    ? createDecodedBlockInput(encoding, length, undefined)
    : createEbcdicBlockInput(page, length, undefined);
}

/** The code of a cell's issue, or null if the cell has none. */
type CellVerdict = 'TYPE_MISMATCH' | 'REQUIRED' | null;

/**
 * Creates a function that tests one cell of a field. It applies null texts, corrections, type and `required`. It
 * ignores rules, because the rules of a draft are only warnings. An undefined cell is empty.
 */
function createFieldTest(
  field: Field,
  { corrections }: Pick<SpecDraft, 'corrections'>,
  nulls: ReadonlySet<string>,
): (cell: string | undefined) => CellVerdict {
  const fieldCorrections = corrections.map(({ value }) => value).filter((one) => one.field === field.name);
  const isTrimmed = fieldCorrections.some(({ correctionType }) => correctionType === 'TRIM');
  const sources = fieldCorrections.flatMap((one) =>
    one.correctionType === 'COERCE_DATE'
      ? [one.sourceFormat ?? []].flat().map((pattern) => ({ pattern, locale: one.locale }))
      : [],
  );
  const dates = sources.map(createDateTest);
  // The patterns of drafts are of their own making.
  const replaced = fieldCorrections.flatMap((one) =>
    one.correctionType === 'REGEX_REPLACE'
      ? [{ pattern: new RegExp(one.pattern ?? '', 'gu'), by: one.replacement ?? '' }]
      : [],
  );
  const isOfType = createTypeTest(field);
  const empty = field.required === true ? 'REQUIRED' : null;
  const isNull = (text: string) => text === '' || (nulls.size > 1 && nulls.has(text));
  // A STRING field has no TYPE_MISMATCH.
  if (field.type === 'STRING') return (cell = '') => (isNull(isTrimmed ? trim(cell) : cell) ? empty : null);
  return (cell = '') => {
    const bare = isNull(cell) ? null : trimToNull(cell);
    if (bare === null || isNull(bare)) return empty;
    const text = replaced.reduce((sent, { pattern, by }) => sent.replace(pattern, by), bare);
    const isValid = dates.length > 0 ? dates.some((accepts) => accepts(text)) : isOfType(text);
    return isValid ? null : 'TYPE_MISMATCH';
  };
}

function createTypeTest(field: Field): (text: string) => boolean {
  const kind = typeKinds[field.type];
  const plan = kind.plan(field);
  return (text) => kind.parse(text, plan) !== null;
}

function createDateTest({
  pattern,
  locale,
}: {
  pattern: string;
  locale: string | undefined;
}): (text: string) => boolean {
  const planned = planSourcePattern(pattern, undefined, locale);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  return (text) => !Number.isNaN(dayOfText(planned.layout, text));
}
