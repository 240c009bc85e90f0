/**
 * A member of an integration is missing, unknown, malformed, or contains a secret. The message never contains the value
 * of the member.
 */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
  /** The member that is wrong, for example `config.host`. */
  readonly field: string;
  /** Whether the member itself is wrong, because there is none with this name, or its value. */
  readonly at: 'key' | 'value';

  constructor(field: string, message: string, at: 'key' | 'value' = 'value') {
    super(message);
    this.field = field;
    this.at = at;
  }
}
