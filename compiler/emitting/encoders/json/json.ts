import { code, literal } from '../../code/literal.ts';
import type { KernelFunction } from '../../code/scope.ts';
import type { Encoder, ValueForm } from '../model/encoder.ts';
import { JsonValues } from './json-values.ts';
import { splitJson } from './split-json.ts';

/** Messages are flat JSON objects with all fields, in the order of the spec. */
export const json: Encoder = {
  name: 'JSON',
  contentType: 'application/json',
  isLine: true,
  values: {
    doc: code`a flat JSON object in the order of the spec`,
    returns: 'string',
    emit(fields, value, scope) {
      const lines = fields.map((field, index) => {
        const label = literal(labelOf(field.name, index === 0));
        return code`json += ${label} + ${scope.use(jsonFunction(field.form))}(${value(field)});`;
      });
      return [code`let json = '';`, ...lines, code`return json + '}';`];
    },
  },
  bytes: {
    isInPlace: true,
    label: ({ name }, isFirst) => labelOf(name, isFirst),
    append: (_, place, scope) => code`${scope.use('appendValue')}(output, length, ${place})`,
    endDoc: code`Closes the JSON object.`,
    emitEnd: () => [code`output[length] = CLOSING_BRACE;`, code`return length + 1;`],
  },
  createValueReader: (fields) => new JsonValues(fields.map(({ name }) => name)),
  split: splitJson,
  parts: 'createParts',
};

/** Returns the text before the value of a member, such as `,"amount":`. */
function labelOf(name: string, isFirst: boolean): string {
  return `${isFirst ? '{' : ','}${JSON.stringify(name)}:`;
}

const FUNCTIONS = {
  TEXT: 'toJsonString',
  NUMBER: 'toJsonNumber',
  BOOLEAN: 'toJsonBoolean',
} as const satisfies Readonly<Record<ValueForm, KernelFunction>>;

/** Returns the name of the kernel function that formats a value as JSON. */
export function jsonFunction(form: ValueForm): KernelFunction {
  return FUNCTIONS[form];
}
