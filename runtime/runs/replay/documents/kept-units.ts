import type { FrameTypes } from './frame.ts';
import { HeldFrame } from './frame.ts';
import type { Unit } from './units.ts';

/** A unit that rejects contain. */
export interface KeptUnit extends Unit {
  /** Whether it was published, and only surrounds what was not. */
  isFrame: boolean;
}

/**
 * Yields the units that were not published, each after the records that surround it and that no earlier one was after.
 * `isEnd`: what follows the last unit was not published, either, so it needs the records around it.
 */
export async function* keptUnits(
  units: AsyncIterable<Unit>,
  { types, isKept, isEnd }: { types: FrameTypes; isKept: (unit: Unit) => boolean; isEnd: boolean },
): AsyncGenerator<KeptUnit, undefined> {
  const frame = new HeldFrame<Unit>(types);
  const surrounding = (unit: Unit): KeptUnit => ({ ...unit, isFrame: true });
  for await (const unit of units) {
    const { type } = unit;
    frame.enter(type);
    if (isKept(unit)) {
      for (const held of frame.take()) yield surrounding(held);
      if (types.isFrame(type)) frame.noteWritten(type);
      yield { ...unit, isFrame: false };
    } else if (types.isFrame(type) && frame.add({ ...unit, type })) yield surrounding(unit);
  }
  if (isEnd) for (const held of frame.take()) yield surrounding(held);
}
