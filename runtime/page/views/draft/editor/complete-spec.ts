import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import schema from '../../../../../generated/spec.schema.json' with { type: 'json' };
import { findSchemaOptions, type LanguageSchema, type SchemaOption } from './schema-options.ts';
import { findYamlPlace } from './yaml-place.ts';

/** Completes keys and values of the spec language. */
export function completeSpec({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const place = findYamlPlace(state.sliceDoc(0, pos));
  if (place === null || (!explicit && place.from === pos && !place.isValue)) return null;
  // The cast is safe: the type of the imported file has more detail than a schema needs.
  const options = findSchemaOptions(schema as LanguageSchema, place).map(toCompletion);
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w-]*$/ };
}

function toCompletion({ text, isKey, description }: SchemaOption): Completion {
  return {
    label: text,
    type: isKey ? 'property' : 'constant',
    apply: isKey ? `${text}: ` : text,
    ...(description !== '' && { info: description }),
  };
}
