import { type Code, code } from '../../code/literal.ts';
import type { Scope } from '../../code/scope.ts';
import type { ByteEnding } from '../../bytes/byte-form.ts';
import type { InPlaceForm, MessageField } from '../model/encoder.ts';
import { unitDecimals } from './units.ts';

/** Returns the call that adds a value of the careful reader to `message`. */
export function messageCall({ logical, isNullable }: MessageField, value: Code, scope: Scope): Code {
  const message = isNullable ? code`message.optional(${value})?` : code`message`;
  switch (logical.kind) {
    case 'text':
      return code`${message}.text(${value})`;
    case 'boolean':
      return code`${message}.boolean(${value})`;
    case 'long':
      return code`${message}.long(${value})`;
    case 'decimal':
      return code`${message}.decimal(${value}, ${logical.scale})`;
    case 'date':
      return code`${message}.date(${value}, ${logical.parser(scope)})`;
    case 'time':
      return code`${message}.time(${value}, ${unitDecimals(logical)})`;
    case 'instant':
      return code`${message}.instant(${value}, ${unitDecimals(logical)})`;
    default:
      return logical satisfies never;
  }
}

/** A value that is never null is null in a record that failed. It has an issue, and no message. */
const AFTER_FAILED = code`report.issues.length > 0 ? length : -1`;

/** Returns the call that appends a value of the fast reader to the output. */
export function appendCall(field: MessageField, place: Code, scope: Scope): Code {
  const isNull = code`${scope.use('isNullValue')}(${place})`;
  if (!field.isNullable)
    return code`${isNull} ? ${AFTER_FAILED} : ${appendValue(field, { place, length: code`length` }, scope)}`;
  const branch = code`${scope.use('appendAvroBranch')}(output, length)`;
  const value = appendValue(field, { place, length: branch }, scope);
  return code`${isNull} ? ${scope.use('appendAvroNull')}(output, length) : ${value}`;
}

function appendValue(
  { logical }: MessageField,
  { place, length }: { readonly place: Code; readonly length: Code },
  scope: Scope,
): Code {
  const values = code`(output, ${length}, ${place}`;
  switch (logical.kind) {
    case 'text':
      return code`${scope.use('appendAvroText')}${values})`;
    case 'boolean':
      return code`${scope.use('appendAvroBoolean')}${values})`;
    case 'long':
      return code`${scope.use('appendAvroLong')}${values})`;
    case 'decimal':
      return code`${scope.use('appendAvroDecimal')}${values}, { precision: ${logical.precision}, scale: ${logical.scale} })`;
    case 'date':
      return code`${scope.use('appendAvroDate')}${values})`;
    case 'time':
      return code`${scope.use('appendAvroTime')}${values}, ${unitDecimals(logical)})`;
    case 'instant':
      return code`${scope.use('appendAvroInstant')}${values}, ${unitDecimals(logical)})`;
    default:
      return logical satisfies never;
  }
}

/** Returns how the fast reader turns a value at its place in the message. Null: a date in another form than ISO. */
export function inPlaceForm(field: MessageField, scope: Scope): InPlaceForm | null {
  const turned = turnedValue(field, scope);
  if (turned === null) return null;
  const digits = hasSizeApart(field) ? 1 : 0;
  const before = [
    ...(field.isNullable ? [code`length = ${scope.use('appendAvroBranch')}(output, length);`] : []),
    ...(digits === 0 ? [] : [code`length++; // the size of the digits`]),
  ];
  const ifNull = field.isNullable ? code`${scope.use('appendAvroNull')}(output, length - ${1 + digits})` : AFTER_FAILED;
  const { kind } = field.logical;
  const ending: ByteEnding = {
    null: ifNull,
    json: code`${scope.use('isNullAt')}(length) ? ${ifNull} : ${turned}`,
    text: kind === 'text' && digits === 0 ? code`${scope.use('addAvroSize')}(length, end)` : null,
    digits: kind === 'text' && digits === 0 ? null : turned,
    integer: kind === 'long' ? code`${scope.use('toAvroInteger')}(length, value)` : null,
    truth: kind === 'boolean' ? code`${scope.use('toAvroTruth')}(length, isTrue)` : null,
    date: (date) => (kind === 'date' ? code`${scope.use('toAvroDay')}(length, ${date})` : null),
  };
  return { before, ending };
}

/** Returns whether a value is a number without quotes that becomes a text. */
function hasSizeApart({ logical, form }: MessageField): boolean {
  return logical.kind === 'text' && form === 'NUMBER';
}

function turnedValue(field: MessageField, scope: Scope): Code | null {
  const { logical } = field;
  switch (logical.kind) {
    case 'text':
      return code`${scope.use(hasSizeApart(field) ? 'toAvroDigits' : 'toAvroText')}(length, end)`;
    case 'boolean':
      return code`${scope.use('toAvroBoolean')}(length)`;
    case 'long':
      return code`${scope.use('toAvroLong')}(length, end)`;
    case 'decimal':
      return code`${scope.use('toAvroDecimal')}(length, end, { precision: ${logical.precision}, scale: ${logical.scale} })`;
    case 'date':
      // Only the functions that read a date know the parts of a text without fixed widths.
      if (logical.form === 'OPEN') return code`-1`;
      return logical.form === 'ISO' ? code`${scope.use('toAvroDate')}(length, end)` : null;
    case 'time':
      return code`${scope.use('toAvroTime')}(length, end, ${unitDecimals(logical)})`;
    case 'instant':
      return code`${scope.use('toAvroInstant')}(length, end, ${unitDecimals(logical)})`;
    default:
      return logical satisfies never;
  }
}
