/**
 * Thrown by a source or a sink that cannot go on now but may later (`broker_unavailable`): the run is
 * PAUSED with this code, and tried again from its checkpoint.
 */
export class RunPause extends Error {
  override readonly name = 'RunPause';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
