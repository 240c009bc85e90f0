import { code, literal } from '../../emitting/code/literal.ts';
import { required, text } from '../shape/create-shape.ts';
import { createCorrectionKind } from './correction-kind.ts';

/** DROP_PREFIX: removes a text at the beginning. */
export const dropPrefix = createCorrectionKind({
  correctionType: 'DROP_PREFIX',
  types: ['STRING'],
  doc: 'Removes a text at the beginning.',
  operands: { prefix: required(text('The text.', { min: 1 })) },
  plan: ({ prefix }) => ({ prefix }),
  sentence: ({ prefix }) => `without ${JSON.stringify(prefix)} at the beginning`,
  findInputs: ({ prefix }, value) => [prefix + value],
  correct: ({ prefix }, value) =>
    code`(${value}.startsWith(${literal(prefix)}) ? ${value}.slice(${prefix.length}) : ${value})`,
  apply: ({ prefix }, value) => (value?.startsWith(prefix) ? value.slice(prefix.length) : value),
  canOutgrow: () => false,
});
