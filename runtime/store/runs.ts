/** The rows of runs; for runtime/run. */
export interface RunStore {
  readonly kind: 'runs';
}
