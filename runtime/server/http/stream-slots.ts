/** Limits the number of open streams, in all and of one caller. */
export interface StreamSlots {
  /** Takes a slot, and returns a function that frees it. Returns null if there is none. */
  enter(caller: string): (() => void) | null;
}

/** Creates the slots. */
export function createStreamSlots({ max, maxPerCaller }: { max: number; maxPerCaller: number }): StreamSlots {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(caller) {
      const own = open.get(caller) ?? 0;
      if (all >= max || own >= maxPerCaller) return null;
      open.set(caller, own + 1);
      all++;
      return () => {
        const left = (open.get(caller) ?? 1) - 1;
        if (left === 0) open.delete(caller);
        else open.set(caller, left);
        all--;
      };
    },
  };
}
