import { fastFixedWidth, hasFastFixedWidth } from './emit-fast.ts';
import { emitBlockInput, emitInput } from '../model/input.ts';
import { type Code, code, literal, literals } from '../../code/literal.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Scope } from '../../code/scope.ts';
import { functionStatement, type Statement } from '../../code/statements.ts';
import type { Plan } from '../../plan/plan.ts';
import { emitSettings } from '../model/settings.ts';
import { checkFixedWidth } from './check.ts';
import { fixedWidthFieldKeys, fixedWidthKeys } from './keys.ts';
import { type CharacterRange, type FixedWidthPlan, planFixedWidth } from './plan.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfBlocks, splitsOfLines } from '../model/splits.ts';

/** FIXED_WIDTH: fields at fixed positions. Each record is a line, or a block of characters without a line end. */
export const fixedWidth = createFormatKind({
  format: 'FIXED_WIDTH',
  locator: 'column',
  keys: fixedWidthKeys,
  fieldKeys: fixedWidthFieldKeys,
  check: checkFixedWidth,
  plan: planFixedWidth,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitDialect(formatPlan, scope).source,
    emitReadRecord(
      plan.fields,
      {
        raw: { name: 'line', type: scope.useType('FixedWidthLine') },
        cellOf: ({ key }) => emitCell(formatPlan.ranges[key], scope),
      },
      scope,
    ),
    emitRecords(formatPlan, plan, scope),
  ],
  splits: ({ dialect: { skipBottom, maxLength }, isUnterminated }, { encoding }) =>
    isUnterminated ? splitsOfBlocks(encoding, maxLength, skipBottom) : splitsOfLines(encoding, skipBottom),
  fast: (formatPlan) => (hasFastFixedWidth(formatPlan) ? fastFixedWidth(formatPlan) : null),
});

function emitCell(range: CharacterRange | undefined, scope: Scope): Code {
  if (range === undefined) return code`undefined`;
  const { start, length, align, padding } = range;
  return code`${scope.use(align === 'LEFT' ? 'sliceLeftAligned' : 'sliceRightAligned')}(line, ${start}, ${length}, ${literal(padding)})`;
}

function emitDialect({ dialect }: FixedWidthPlan, scope: Scope): Code {
  const { recordWhen, ...settings } = dialect;
  const when =
    recordWhen === null
      ? code`null`
      : code`{ start: ${recordWhen.start}, length: ${recordWhen.length}, values: ${literals(recordWhen.values)} }`;
  return code`/** The settings for splitting the file into records. */
const dialect: Omit<${scope.useType('FixedWidthDialect')}, 'maxRecordBytes'> = {
${emitSettings(settings)}
  recordWhen: ${when},
};`;
}

function emitRecords(
  { dialect, isUnterminated }: FixedWidthPlan,
  { encoding, maxRecordBytes }: Plan,
  scope: Scope,
): Statement {
  const records = scope.use(isUnterminated ? 'createFixedWidthBlockSource' : 'createFixedWidthRecordSource');
  const input = isUnterminated ? emitBlockInput(encoding, dialect.maxLength, scope) : emitInput(encoding, scope);
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('FixedWidthRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`return ${records}({ ...dialect, maxRecordBytes }, ${input}, options.from);`,
    ],
  });
}
