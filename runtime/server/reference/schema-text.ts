import type { JsonSchema } from '../../../compiler/index.ts';
import { type Html, html } from './html.ts';

const COMPONENTS = '#/components/schemas/';

/** Returns the type of a schema in a few words: `integer, 0 to 100`, `array of Run`, one of its values. */
export function describeType(schema: JsonSchema): Html {
  const { $ref: reference, type, items, anyOf, allOf } = schema;
  if (typeof reference === 'string') return linkTo(reference.replace(COMPONENTS, ''));
  if (Array.isArray(schema['enum']))
    return joinWith(
      ' | ',
      schema['enum'].map((value) => html`<code>${JSON.stringify(value)}</code>`),
    );
  // The casts are safe: the keywords of JSON Schema contain schemas.
  if (Array.isArray(allOf)) return describeType(allOf[0] as JsonSchema);
  if (Array.isArray(anyOf) && type === undefined) return joinWith(' | ', (anyOf as JsonSchema[]).map(describeType));
  if (type === 'array') return html`array of ${describeType((items ?? {}) as JsonSchema)}`;
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'any');
  return html`${name}${describeLimits(schema)}`;
}

/** Returns a link to a schema on the same page. */
function linkTo(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

function describeLimits({ format, minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const isBounded = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  const limits = [
    typeof format === 'string' ? format : null,
    isBounded ? `${String(minimum)} to ${maximum}` : null,
    typeof minLength === 'number' && minLength > 1 ? `at least ${minLength} characters` : null,
    typeof maxLength === 'number' ? `at most ${maxLength} characters` : null,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? '' : ` (${limits.join(', ')})`;
}

function joinWith(separator: string, parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
