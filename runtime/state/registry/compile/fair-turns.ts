import { CompilerBusy, type CompileRequest } from './compile-request.ts';

/** Limits of the specs that wait for the compiler. */
export interface WaitLimits {
  /** Maximum number of waiting specs. `characters` limits their total length. */
  specs: number;
  characters: number;
  /**
   * Maximum number of waiting specs of one client. `charactersPerCaller` limits their total length. One client thus
   * cannot use up the limits alone.
   */
  specsPerCaller: number;
  charactersPerCaller: number;
  /** How long a spec may wait, in milliseconds. */
  maxWaitMs: number;
}

/** What waits for its turn. */
interface Waiting {
  caller: string;
  characters: number;
  start(): void;
}

/** The caller of work that no request waits for. It has no limits. */
const OWN_WORK = '';

/**
 * Grants turns at the compiler, one at a time. The clients take turns. The turns of one client are in the order of its
 * requests.
 */
export class FairTurns {
  readonly #limits: WaitLimits;
  /** By caller. The first caller is the next one. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isTaken = false;

  constructor(limits: WaitLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for the turn of a request. Null means work of the service itself, which has no limits. `characters` is the
   * length of the spec. Resolves with the function that ends the turn. Throws CompilerBusy if too much is waiting or
   * the wait is too long, and the reason of the request's signal if it is aborted.
   */
  take(request: CompileRequest | null, characters: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      request?.signal.throwIfAborted();
      if (request !== null) this.#checkRoom(request.caller, characters);
      const leave = (reason: unknown) => {
        settle();
        this.#remove(waiting);
        reject(reason);
      };
      const onAbort = () => leave(request?.signal.reason);
      const late = request === null ? undefined : setTimeout(() => leave(busy()), this.#limits.maxWaitMs).unref();
      const settle = () => {
        clearTimeout(late);
        request?.signal.removeEventListener('abort', onAbort);
      };
      const start = () => {
        settle();
        resolve(() => {
          this.#isTaken = false;
          this.#startNext();
        });
      };
      const waiting: Waiting = { caller: request?.caller ?? OWN_WORK, characters, start };
      request?.signal.addEventListener('abort', onAbort);
      this.#add(waiting);
      this.#startNext();
    });
  }

  /** Takes a turn if none is taken and nothing waits. Returns the function that ends it; otherwise null. */
  takeNow(): (() => void) | null {
    if (this.#isTaken || this.#waiting.size > 0) return null;
    this.#isTaken = true;
    return () => {
      this.#isTaken = false;
      this.#startNext();
    };
  }

  #checkRoom(caller: string, characters: number): void {
    if (!this.#isTaken) return;
    const { specs, characters: maxCharacters, specsPerCaller, charactersPerCaller } = this.#limits;
    const own = this.#waiting.get(caller) ?? [];
    const all = [...this.#waiting.values()].flat();
    const isFull =
      own.length >= specsPerCaller ||
      all.length >= specs ||
      countCharacters(own) + characters > charactersPerCaller ||
      countCharacters(all) + characters > maxCharacters;
    if (isFull) throw busy();
  }

  #add(waiting: Waiting): void {
    const own = this.#waiting.get(waiting.caller);
    if (own === undefined) this.#waiting.set(waiting.caller, [waiting]);
    else own.push(waiting);
  }

  #remove(waiting: Waiting): void {
    const rest = (this.#waiting.get(waiting.caller) ?? []).filter((one) => one !== waiting);
    if (rest.length === 0) this.#waiting.delete(waiting.caller);
    else this.#waiting.set(waiting.caller, rest);
  }

  #startNext(): void {
    const [first] = this.#waiting;
    if (this.#isTaken || first === undefined) return;
    const [caller, [next, ...rest]] = first;
    // The caller goes to the end of the line.
    this.#waiting.delete(caller);
    if (rest.length > 0) this.#waiting.set(caller, rest);
    this.#isTaken = true;
    next?.start();
  }
}

function countCharacters(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { characters }) => sum + characters, 0);
}

function busy(): CompilerBusy {
  return new CompilerBusy('too many specs wait for the compiler');
}
