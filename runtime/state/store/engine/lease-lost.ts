/** Another instance has taken the run, because this one has not renewed its lease in time. What was called has no effect. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly code = 'lease_lost';

  constructor() {
    super('another instance has taken the run');
  }
}
