import { readFileSync } from 'node:fs';

/** Times of requests by their kind. */
export class Times {
  readonly #byKind = new Map<string, number[]>();

  add(kind: string, ms: number): void {
    const own = this.#byKind.get(kind);
    if (own === undefined) this.#byKind.set(kind, [ms]);
    else own.push(ms);
  }

  /** Returns the time that the share `share` of the requests of a kind did not exceed, in milliseconds. */
  quantile(kind: string, share: number): number {
    const sorted = [...(this.#byKind.get(kind) ?? [])].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** Prints the number of requests, the median and the 99th percentile of each kind. */
  report(): void {
    for (const [kind, { length }] of this.#byKind) {
      const [p50, p99] = [this.quantile(kind, 0.5), this.quantile(kind, 0.99)].map((ms) => ms.toFixed(1));
      console.log(`note: ${kind}: ${length} requests, p50 ${p50} ms, p99 ${p99} ms`);
    }
  }
}

/** Returns the resident memory of a process in MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}

/** Measures the memory of a process every second. Returns a function that ends this and returns the figures in MB. */
export function watchMemory(pid: number): () => number[] {
  const figures: number[] = [];
  const timer = setInterval(() => figures.push(residentMb(pid)), 1000);
  return () => {
    clearInterval(timer);
    return figures;
  };
}
