import type { SchemaElement } from 'hyparquet-writer';
import type { TypedColumn } from '../../../../compiler/formats.ts';

/** The most digits of a decimal that are stored as a number of 32 and of 64 bits. */
const INT32_DIGITS = 9;
const INT64_DIGITS = 18;

/**
 * Returns the schema of a file with these columns. Each type has its logical type, and the converted type that older
 * readers need (LogicalTypes.md of the Parquet format).
 */
export function schemaOfColumns(columns: readonly TypedColumn[]): SchemaElement[] {
  return [{ name: 'record', num_children: columns.length }, ...columns.flatMap(toElements)];
}

/** Returns the element of a column, and those inside it (LogicalTypes.md, Nested Types). */
function toElements({ name, isNullable, type }: TypedColumn): SchemaElement[] {
  const own = { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED' } as const;
  if (type.kind === 'record')
    return [{ ...own, num_children: type.columns.length }, ...type.columns.flatMap(toElements)];
  if (type.kind !== 'list') return [{ ...own, ...describe(type) }];
  return [
    { ...own, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...toElements({ name: 'element', isNullable: false, type: { kind: 'record', columns: type.columns } }),
  ];
}

function describe(type: Exclude<TypedColumn['type'], { kind: 'record' | 'list' }>): Omit<SchemaElement, 'name'> {
  switch (type.kind) {
    case 'text':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'boolean':
      return { type: 'BOOLEAN' };
    case 'long':
      return { type: 'INT64' };
    case 'decimal':
      return describeDecimal(type);
    case 'date':
      return { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } };
    case 'time':
      return {
        type: type.unit === 'MILLIS' ? 'INT32' : 'INT64',
        converted_type: `TIME_${type.unit}`,
        logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: type.unit },
      };
    case 'instant':
      return {
        type: 'INT64',
        converted_type: `TIMESTAMP_${type.unit}`,
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: type.unit },
      };
    default:
      return type satisfies never;
  }
}

function describeDecimal({ precision, scale }: { precision: number; scale: number }): Omit<SchemaElement, 'name'> {
  const decimal = {
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision, scale },
    precision,
    scale,
  };
  if (precision <= INT32_DIGITS) return { type: 'INT32', ...decimal };
  if (precision <= INT64_DIGITS) return { type: 'INT64', ...decimal };
  return { type: 'FIXED_LEN_BYTE_ARRAY', type_length: sizeOfDigits(precision), ...decimal };
}

/** Returns the bytes that a two's complement of any number with this many digits needs. */
function sizeOfDigits(digits: number): number {
  const largest = 10n ** BigInt(digits) - 1n;
  let size = 1;
  while (BigInt.asIntN(8 * size, largest) !== largest) size++;
  return size;
}
