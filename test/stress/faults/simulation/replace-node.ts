/**
 * Replaces what a process gets from its system: time, timers, random numbers and files. It applies to simulated processes
 * only; all other code of this process gets the real ones. Import it before the code that is simulated.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { replaceFiles } from './replace-files.ts';
import { findCaller } from './simulator.ts';

type Callback = (...all: unknown[]) => void;

/** A timer of a simulated process. */
class SimulatedTimer {
  readonly clear: () => void;

  constructor(clear: () => void) {
    this.clear = clear;
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}

function replaceTimers(): void {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate };
  const { setTimeout: realSleep, setImmediate: realTurn } = timers;
  const replaced = {
    setTimeout(call: Callback, ms = 0, ...args: unknown[]) {
      const caller = findCaller();
      if (caller === null) return real.setTimeout(call, ms, ...args);
      const { simulator, process } = caller;
      const timer = simulator.setTimer(process, ms, () => call(...args));
      return new SimulatedTimer(() => simulator.clearTimer(timer));
    },
    setInterval(call: Callback, ms = 0, ...args: unknown[]) {
      const caller = findCaller();
      if (caller === null) return real.setInterval(call, ms, ...args);
      const { simulator, process } = caller;
      let timer: object | null = null;
      const again = (): void => {
        timer = simulator.setTimer(process, ms, () => {
          again();
          call(...args);
        });
      };
      again();
      return new SimulatedTimer(() => timer !== null && simulator.clearTimer(timer));
    },
    clearTimeout(timer: unknown) {
      if (timer instanceof SimulatedTimer) timer.clear();
      else real.clearTimeout(timer as NodeJS.Timeout);
    },
    clearInterval(timer: unknown) {
      if (timer instanceof SimulatedTimer) timer.clear();
      else real.clearInterval(timer as NodeJS.Timeout);
    },
    setImmediate(call: Callback, ...args: unknown[]) {
      const caller = findCaller();
      if (caller === null) return real.setImmediate(call, ...args);
      return caller.simulator.setTimer(caller.process, 0, () => call(...args));
    },
  };
  Object.assign(globalThis, replaced);
  const sleep = (ms: number, value?: unknown, options?: { signal?: AbortSignal }): Promise<unknown> => {
    const caller = findCaller();
    if (caller === null) return realSleep(ms, value, options);
    const { simulator, process } = caller;
    const signal = options?.signal;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        simulator.clearTimer(timer);
        reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
      };
      const timer = simulator.setTimer(process, ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  };
  const turn = (value?: unknown): Promise<unknown> => {
    const caller = findCaller();
    if (caller === null) return realTurn(value);
    const channel = `turn ${caller.simulator.nextId()}`;
    return caller.simulator.request({ kind: 'turn', channel, label: 'turn', execute: () => value });
  };
  // The types of the real functions have overloads that the code does not use.
  Object.assign(timers, { setTimeout: sleep, setImmediate: turn });
}

function replaceClock(): void {
  const RealDate = Date;
  const now = (): number => {
    const caller = findCaller();
    return caller === null ? RealDate.now() : caller.simulator.timeOf(caller.process);
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  const realMonotonic = performance.now.bind(performance);
  performance.now = () => findCaller()?.simulator.now ?? realMonotonic();
}

function replaceRandom(): void {
  const { randomUUID, randomBytes } = crypto;
  const realRandom = Math.random;
  Math.random = () => {
    const caller = findCaller();
    return caller === null ? realRandom() : caller.simulator.random.below(2 ** 30) / 2 ** 30;
  };
  const bytesOf = (size: number): Buffer | null => {
    const caller = findCaller();
    return caller === null ? null : Buffer.from(Array.from({ length: size }, () => caller.simulator.random.below(256)));
  };
  Object.assign(crypto, {
    randomUUID: () => {
      const hex = bytesOf(16)?.toString('hex');
      if (hex === undefined) return randomUUID();
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    randomBytes: (size: number) => bytesOf(size) ?? randomBytes(size),
  });
}

replaceTimers();
replaceClock();
replaceRandom();
replaceFiles();
syncBuiltinESMExports();
