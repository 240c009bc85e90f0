/** The clocks of the system: the time of day, which may be set, and one that only goes forward. Both in milliseconds. */
export interface Clocks {
  now(): number;
  monotonic(): number;
}

const SYSTEM: Clocks = { now: () => Date.now(), monotonic: () => performance.now() };

/** A smaller difference is the work of a time server, or of a suspended machine. */
const JUMP_MS = 5 * 60 * 1000;

/** Notices that the time of day was set. */
export interface ClockJumps {
  /**
   * Returns the milliseconds since the time of day was last set, on the clock that only goes forward. Infinity if this
   * process has not seen that. What was stored before then may have a wrong time.
   */
  sinceJump(): number;
}

/** Creates the watch of the clocks. It compares them whenever it is asked, so it must be asked regularly. */
export function watchClock({ now, monotonic }: Clocks = SYSTEM): ClockJumps {
  let offset = now() - monotonic();
  let jumpedAt: number | null = null;
  return {
    sinceJump() {
      const at = monotonic();
      const found = now() - at;
      if (Math.abs(found - offset) > JUMP_MS) jumpedAt = at;
      offset = found;
      return jumpedAt === null ? Infinity : at - jumpedAt;
    },
  };
}
