import { type Code, code, literal } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import type { FixedWidthDialect } from '../../../kernel/fixed-width/line-parser.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import { rejectCodePages } from '../model/check-encoding.ts';
import { columnNameOf } from '../model/column-names.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { emitInput } from '../model/input.ts';
import { codeSpan } from '../model/markdown.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { joinBytes, joinRecords } from '../model/samples/file-writer.ts';
import { emitSettings } from '../model/settings.ts';
import { splitsOfLines } from '../model/splits.ts';
import { pairsKeys } from './keys.ts';

interface PairsPlan {
  readonly separator: string;
  readonly dialect: Omit<FixedWidthDialect, 'maxRecordBytes' | 'recordWhen' | 'titles' | 'widthOf' | 'edges'>;
}

/** PAIRS: each record is a line of `key=value`. Its lines are read as those of FIXED_WIDTH are. */
export const pairs = createFormatKind({
  format: 'PAIRS',
  locator: 'column',
  structure: 'LINES',
  hasHeader: false,
  columns: () => 'NAME',
  rawRecord: 'FixedWidthLine',
  text: {
    file: ({ pairSeparator = ';' }) => [
      `Pairs: each record is a line of pairs such as ${codeSpan('key=value')}, with ${codeSpan(pairSeparator)} between them.`,
    ],
    placeTitle: 'Key',
    place: ({ fields }, index) => codeSpan(columnNameOf(fields[index] ?? { name: '' })),
    selection: () => '',
    emptyValue: 'A pair without a value',
    language: 'text',
  },
  samples: {
    createWriter({ fields, encoding = 'utf-8' }, { separator }: PairsPlan) {
      const encode = encodingOf(encoding);
      const lineOf = (cells: readonly (string | null)[]) =>
        fields.flatMap((field, at) => (cells[at] == null ? [] : [`${columnNameOf(field)}=${cells[at]}`]));
      return {
        ending: 'pairs',
        fillers: fields.map(() => null),
        requiredCells: () => [],
        writeRecord(cells) {
          const isWritable = cells.every((cell) => cell === null || !(cell.includes(separator) || /[\r\n]/.test(cell)));
          const line = lineOf(cells).join(separator);
          const bytes = isWritable && line !== '' ? encode(`${line}\n`) : null;
          return bytes === null ? null : { bytes, start: 0 };
        },
        writeFile: (records) => joinRecords(new Uint8Array(), records, new Uint8Array()),
        writeFaults: () => [{ code: 'EMPTY_FILE', as: 'warning', shows: 'the file is empty', bytes: joinBytes([]) }],
      };
    },
    whyNone: 'its records cannot be written',
  },
  keys: pairsKeys,
  fieldKeys: {},
  check: () => {},
  checkEncoding: rejectCodePages,
  plan: ({ pairSeparator = ';', onNoRecords = 'FATAL' }): PairsPlan => ({
    separator: pairSeparator,
    dialect: {
      skipTop: 0,
      skipBottom: 0,
      hasHeader: false,
      skipBlankLines: true,
      minLength: 0,
      maxLength: Infinity,
      onExtraColumns: null,
      onMissingColumns: null,
      onNoRecords,
    },
  }),
  emit: (own, plan, scope): Statement[] => [
    emitReadRecord(
      plan,
      {
        raw: { name: 'line', type: scope.useType('FixedWidthLine') },
        cellOf: (field) => emitCell(field, own, scope),
        isMissing: null,
      },
      scope,
    ),
    emitRecords(own, plan, scope),
  ],
  emitTypes: null,
  splits: (_, { encoding }) => splitsOfLines(encoding, 0),
  fast: () => null,
  findType: () => null,
});

function emitCell({ column }: FieldPlan, { separator }: PairsPlan, scope: Scope): Code {
  return code`${scope.use('findPair')}(line, ${literal(column)}, ${literal(separator)})`;
}

function emitRecords({ dialect }: PairsPlan, { encoding, maxRecordBytes }: Plan, scope: Scope): Statement {
  const { types: _, skipsUnknown: __, continuation: ___, filler: ____, ...settings } = dialect;
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('FixedWidthRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const dialect: ${scope.useType('FixedWidthDialect')} = {\n${emitSettings(settings)}\n  recordWhen: null,\n  maxRecordBytes,\n};`,
      code`return ${scope.use('createFixedWidthRecordSource')}(dialect, ${emitInput(encoding, scope)}, options.from);`,
    ],
  });
}
