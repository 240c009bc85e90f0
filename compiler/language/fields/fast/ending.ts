import type { ByteEnding } from '../../../emitting/bytes/byte-form.ts';
import { encoderOf } from '../../../emitting/encoders/encoders.ts';
import type { InPlaceForm } from '../../../emitting/encoders/model/encoder.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { messageFieldOf } from '../message-fields.ts';
import type { FastContext } from './context.ts';

/**
 * Returns how a value that is read to its place in the message becomes its form there. Null: it is in its form, or it is
 * read apart from the message.
 */
export function inPlaceFormOf(field: FieldPlan, { plan, scope, stages }: FastContext): InPlaceForm | null {
  if (stages.of(field) !== 'MESSAGE' || stages.isCopied(field)) return null;
  const { isInPlace, inPlace } = encoderOf(plan).bytes;
  return isInPlace ? null : (inPlace?.(messageFieldOf(field, plan.numbersAs), scope) ?? null);
}

/** Returns how the functions that read a field from its cell end its value. Null: with JSON. */
export function endingOf(field: FieldPlan, context: FastContext): ByteEnding | null {
  return context.isCell(field) ? (inPlaceFormOf(field, context)?.ending ?? null) : null;
}
