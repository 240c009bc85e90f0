import { type Code, code } from '../../code/literal.ts';
import type { Scope } from '../../code/scope.ts';
import type { MessageField } from '../model/encoder.ts';
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

/** Returns the call that appends a value of the fast reader to the output. */
export function appendCall(field: MessageField, place: Code, scope: Scope): Code {
  const isNull = code`${scope.use('isNullValue')}(${place})`;
  // A value that is never null is null in a record that failed.
  if (!field.isNullable) return code`${isNull} ? -1 : ${appendValue(field, { place, length: code`length` }, scope)}`;
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
