import { createPartition } from './partition.ts';
import type { RawAutomaton } from './subset-automaton.ts';

/**
 * The smallest automaton that accepts the same texts as another one. `blockOf` maps each state of the other one to its
 * new number, or to -1 if the state leads to no match. `count` is the number of new states.
 */
export interface Minimised {
  readonly blockOf: Int32Array;
  readonly count: number;
}

/**
 * Minimises an automaton by refining the partitions of its states and of its transitions against each other, in O(m log
 * m) for m transitions (A. Valmari, Fast brief practical DFA minimization, Information Processing Letters 112, 2012).
 * Every state must be reachable, which the subset construction guarantees.
 */
export function minimise(automaton: RawAutomaton): Minimised {
  const live = toLive(automaton);
  const steps = automaton.to.flatMap((to, step) => (live[to] === 1 ? [step] : []));
  const states = createPartition(automaton.states);
  automaton.accepting.forEach((accepts, state) => accepts && states.mark(state));
  states.split();
  const arrivals = toArrivals(automaton, steps);
  const transitions = createPartition(steps.length, (transition) => automaton.over[steps[transition] ?? 0] ?? 0);
  let blocks = 1;
  for (let group = 0; group < transitions.count(); group++) {
    transitions.each(group, (transition) => states.mark(automaton.from[steps[transition] ?? 0] ?? 0));
    states.split();
    for (; blocks < states.count(); blocks++) {
      states.each(blocks, (state) => arrivals[state]?.forEach(transitions.mark));
      transitions.split();
    }
  }
  return number(states.blockOf, live);
}

/** Returns 1 for each state that leads to an accepting state, and 0 for the others. */
function toLive(automaton: RawAutomaton): Uint8Array {
  const sources = toArrivals(automaton, [...automaton.to.keys()]);
  const live = Uint8Array.from(automaton.accepting, Number);
  const open = automaton.accepting.flatMap((accepts, state) => (accepts ? [state] : []));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const step of sources[state] ?? []) {
      const from = automaton.from[step] ?? 0;
      if (live[from] === 0) open.push(from);
      live[from] = 1;
    }
  }
  return live;
}

/** Returns, for each state, the indexes in `steps` of the transitions into it. */
function toArrivals(automaton: RawAutomaton, steps: readonly number[]): (number[] | undefined)[] {
  const arrivals: (number[] | undefined)[] = new Array(automaton.states);
  steps.forEach((step, index) => (arrivals[automaton.to[step] ?? 0] ??= []).push(index));
  return arrivals;
}

/** Numbers the groups of states that lead to a match, in the order of their first state. */
function number(blockOf: Int32Array, live: Uint8Array): Minimised {
  const numbers = new Map<number, number>();
  const result = blockOf.map((block, state) => {
    if (live[state] === 0) return -1;
    const known = numbers.get(block) ?? numbers.size;
    numbers.set(block, known);
    return known;
  });
  return { blockOf: result, count: numbers.size };
}
