import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Delivery } from '../../../../runtime/base/model/run-info.ts';
import { type Budget, explore, type Protocol } from './explore.ts';
import type { Ablation } from './servers.ts';

/** How often each disturbance may occur. Those that are absent do not occur. */
export type Disturbances = Partial<Budget>;

/** The combinations of disturbances to explore, for each delivery. */
export type Combinations = Partial<Record<Delivery, readonly Disturbances[]>>;

/** Something that the model leaves out, and the violation that it then finds. */
export interface Missing {
  name: string;
  delivery: Delivery;
  ablation: Ablation;
  disturbances: Disturbances;
  what: RegExp;
}

/** What is explored in a model: the tasks of a delivery, and what is wrong with a state. */
export type ModelOf = (delivery: Delivery) => Pick<Protocol, 'tasks' | 'check'>;

const NONE: Budget = { crashes: 0, freezes: 0, losses: 0, timeouts: 0, stops: 0 };

/** Declares a test that finds no violation for each combination. Those of `long` are explored with SPECMILL_LONG. */
export function testInvariants(modelOf: ModelOf, { short, long }: { short: Combinations; long: Combinations }): void {
  for (const delivery of ['exactly-once', 'at-least-once'] as const) {
    const all = [...(short[delivery] ?? []), ...(process.env['SPECMILL_LONG'] ? (long[delivery] ?? []) : [])];
    for (const disturbances of all) {
      test(`${delivery}, ${describe(disturbances)}: the invariants hold in every state`, async () => {
        const budget = { ...NONE, ...disturbances };
        const { states, steps, histories, violation } = await explore({ ...modelOf(delivery), budget, ablation: {} });
        if (violation !== null) assert.unreachable(`${violation.what}:\n${violation.trace.join('\n')}`);
        console.log(
          `note: ${delivery}, ${describe(disturbances)}: ${states} states, ${steps} steps, ${histories} histories of an attempt`,
        );
      });
    }
  }
}

/** Declares a test for each part of the model that is left out: a violation is found. */
export function testAblations(modelOf: ModelOf, all: readonly Missing[]): void {
  for (const { name, delivery, ablation, disturbances, what } of all) {
    test(`${delivery} without ${name}: a violation is found`, async () => {
      const { violation } = await explore({ ...modelOf(delivery), budget: { ...NONE, ...disturbances }, ablation });
      assert.match(violation?.what ?? 'none', what);
      console.log(`without ${name}, ${violation?.what}:\n${violation?.trace.map((step) => `  ${step}`).join('\n')}`);
    });
  }
}

function describe(disturbances: Disturbances): string {
  const all = Object.entries(disturbances).map(([kind, times]) => `${kind} ${times}`);
  return all.join(', ') || 'no disturbances';
}
