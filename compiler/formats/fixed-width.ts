import { fastFixedWidth, hasFastFixedWidth } from '../4-emit/fast/fast-fixed-width.ts';
import { emitBlockInput, emitInput } from '../4-emit/input.ts';
import { type Code, code, literal, literals } from '../4-emit/literal.ts';
import { emitReadRecord } from '../4-emit/read-record.ts';
import type { Scope } from '../4-emit/scope.ts';
import { functionStatement, type Statement } from '../4-emit/statements.ts';
import type { Plan } from '../3-plan/plan.ts';
import { emitSettings } from './emit-settings.ts';
import { type FixedWidthPlace, type FixedWidthPlan, planFixedWidth } from './fixed-width-plan.ts';
import { formatKind } from './format-kind.ts';
import { splitsOfBlocks, splitsOfLines } from './splits.ts';

/** FIXED_WIDTH: fields at fixed places of a line, or of a record that no line end follows. */
export const fixedWidth = formatKind<FixedWidthPlan>({
  format: 'FIXED_WIDTH',
  plan: planFixedWidth,
  emit: (own, plan, scope): Statement[] => [
    emitDialect(own, scope).source,
    emitReadRecord(
      plan.fields,
      {
        raw: { name: 'line', type: scope.useType('FixedWidthLine') },
        cellOf: ({ key }) => emitCell(own.places[key], scope),
      },
      scope,
    ),
    emitRecords(own, plan, scope),
  ],
  splits: ({ dialect: { skipBottom, mostLength }, isUnterminated }, { encoding }) =>
    isUnterminated ? splitsOfBlocks(encoding, mostLength, skipBottom) : splitsOfLines(encoding, skipBottom),
  fast: (own) => (hasFastFixedWidth(own) ? fastFixedWidth(own) : null),
});

function emitCell(place: FixedWidthPlace | undefined, scope: Scope): Code {
  if (place === undefined) return code`undefined`;
  const { start, length, align, padding } = place;
  return code`${scope.use(align === 'LEFT' ? 'leftAligned' : 'rightAligned')}(line, ${start}, ${length}, ${literal(padding)})`;
}

function emitDialect({ dialect }: FixedWidthPlan, scope: Scope): Code {
  const { recordWhen, ...settings } = dialect;
  const when =
    recordWhen === null
      ? code`null`
      : code`{ start: ${recordWhen.start}, length: ${recordWhen.length}, values: ${literals(recordWhen.values)} }`;
  return code`/** How the records stand in the file. */
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
  const records = scope.use(isUnterminated ? 'fixedWidthBlocks' : 'fixedWidthRecords');
  const input = isUnterminated ? emitBlockInput(encoding, dialect.mostLength, scope) : emitInput(encoding, scope);
  return functionStatement({
    name: code`records`,
    doc: code`Splits a file into records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('FixedWidthRecords'),
    body: [
      code`const maxRecordBytes = ${scope.use('recordLimit')}(${maxRecordBytes}, options);`,
      code`return ${records}({ ...dialect, maxRecordBytes }, ${input}, options.from);`,
    ],
  });
}
