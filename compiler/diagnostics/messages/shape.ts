import { findClosestWord } from './closest-word.ts';
import { error } from './message.ts';
import { characters, didYouMean, quoted, shown } from './text.ts';

/** The diagnostics of keys that are missing or unknown, and of values with a wrong kind, length or size. */
export const shapeMessages = {
  missing_key: error(
    (p: { key: string; of: string | null; doc: string }) =>
      `${quoted(p.key)} is required${p.of === null ? '' : ` for ${p.of}`}`,
    (p) => `add ${quoted(p.key)}: ${p.doc}`,
  ),
  missing_value: error((p: { expected: string }) => `expected ${p.expected}, found no value`),
  unknown_key: error(
    (p: { key: string; known: readonly string[] }) =>
      `the key ${quoted(p.key)} is not allowed here${didYouMean(p.key, p.known)}`,
    (p) =>
      findClosestWord(p.key, p.known) === null && p.known.length > 0
        ? `other keys allowed here: ${p.known.join(', ')}`
        : null,
  ),
  wrong_kind: error((p: { expected: string; found: string }) => `expected ${p.expected}, found ${p.found}`),
  unknown_value: error(
    (p: { value: string; known: readonly string[] }) =>
      `${quoted(p.value)} is not one of ${p.known.join(', ')}${didYouMean(p.value, p.known)}`,
  ),
  not_an_integer: error((p: { value: string }) => `expected a whole number, found ${quoted(p.value)}`),
  out_of_range: error(
    (p: { value: string; min: number; max: number }) =>
      `expected a number from ${p.min} to ${p.max}, found ${shown(p.value)}`,
  ),
  inexact_number: error(
    (p: { written: string; read: string }) =>
      `the JSON number ${shown(p.written)} cannot be represented exactly and would be read as ${p.read}`,
    () => 'write it as a string',
  ),
  not_one_character: error(
    (p: { value: string; length: number; none: boolean; names?: readonly string[] }) =>
      `expected one character${p.none ? ' or empty text' : ''}, found ${p.length === 0 ? 'empty text' : `${quoted(p.value)}, which has ${p.length}${didYouMean(p.value, p.names ?? [])}`}`,
  ),
  text_too_short: error((p: { min: number; length: number }) =>
    p.length === 0
      ? 'the text must not be empty'
      : `the text has ${characters(p.length)}, but at least ${p.min} are required`,
  ),
  text_too_long: error(
    (p: { max: number; length: number }) => `the text has ${characters(p.length)}, but at most ${p.max} are allowed`,
  ),
  too_few_items: error((p: { min: number; found: number }) =>
    p.found === 0 ? 'the list must not be empty' : `the list has ${p.found} items, but at least ${p.min} are required`,
  ),
  too_many_items: error(
    (p: { max: number; found: number }) => `the list has ${p.found} items, but at most ${p.max} are allowed`,
  ),
  invalid_name: error(
    (p: { name: string }) => `${quoted(p.name)} is not a valid name for a spec in git`,
    () => 'begin with a lower-case letter, and use only lower-case letters, digits and hyphens',
  ),
  name_differs: error(
    (p: { name: string; expected: string }) =>
      `the spec is named ${quoted(p.name)}, but its file is named ${quoted(p.expected)}`,
    () => 'use the same name for both',
  ),
};
