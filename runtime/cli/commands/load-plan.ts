import { NoPlan, NotAPlan, type PiecePlan, readPlan } from '../../pieces/plan-file.ts';
import type { TextStore } from '../../pieces/store/text-store.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { withOrigins } from './run-command.ts';
import { visible } from '../format/terminal.ts';
import { isOfPlace, withoutParameters } from '../operands/piece-places.ts';
import { loadFoundSpec, type NamedSpec } from '../operands/spec-operand.ts';

/** Reads the operand PLAN. Throws UsageError if there is no such file or it is no plan, and SystemFailure if it cannot be read. */
export async function loadPlan(store: TextStore, written: string): Promise<PiecePlan> {
  const name = visible(withoutParameters(written));
  return readPlan(store).catch((error: unknown) => {
    if (error instanceof NotAPlan) throw new UsageError(`${name} ${error.message}`);
    if (error instanceof NoPlan) throw new UsageError(`cannot read ${name}: no such file or object`);
    if (!isOfPlace(error)) throw error;
    throw new SystemFailure(`cannot read ${name}: ${reasonOf(error)}`);
  });
}

/**
 * Loads the spec of a plan. `publishes`: its masks have their keys from the environment. Throws UsageError if this
 * process would publish other messages than those that were planned.
 */
export async function loadSpecOf(
  { spec, options, file }: PiecePlan,
  settings: { specs: string; data: string },
): Promise<NamedSpec> {
  const loaded = await loadFoundSpec({ input: spec.text, id: spec.id }, settings, { publishes: true });
  if (loaded.hash !== spec.hash)
    throw new UsageError('the plan was made by another version of specmill', 'use the same version for all pieces');
  const { idHashes: _, reference: __, ...others } = options;
  const now = withOrigins(others, loaded.module, file.name);
  const isSame =
    JSON.stringify([now.reference, now.idHashes]) === JSON.stringify([options.reference, options.idHashes]);
  if (isSame) return loaded;
  throw new UsageError(
    'the reference tables, or the keys of masks, differ from those of the plan',
    'restore them, or make a new plan',
  );
}
