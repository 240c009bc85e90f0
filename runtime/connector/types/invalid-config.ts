/**
 * A member of an integration is missing, unknown, malformed, or contains a secret. The message never contains the value
 * of the member.
 */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  /** The member that is wrong, for example `config.host`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
