/** A secret or its metadata does not fit the type. `field` names the member, and the message never quotes a secret. */
export class InvalidCredential extends Error {
  override readonly name = 'InvalidCredential';
  /** For example `secret.privateKey`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

export type Texts = Readonly<Record<string, string>>;

/** The result of checking the texts that a caller sent. */
export interface CheckedCredential {
  /** Stored encrypted. */
  readonly secret: Texts;
  /** Stored and shown in the clear. */
  readonly metadata: Texts;
  /** The text whose last characters the hint contains. */
  readonly hinted: string;
  /** When the secret expires: ISO 8601, UTC. Null if it does not expire or does not state it. */
  readonly expiresAt: string | null;
}

/** One type of credential: which members it has, and what they must look like. */
export interface CredentialType {
  readonly type: string;
  /** The members of `secret`, true where required. A secret that is a plain text means the first. */
  readonly secret: Readonly<Record<string, boolean>>;
  /** The members of `metadata` that a caller may send, true where required. */
  readonly metadata: Readonly<Record<string, boolean>>;
  /**
   * Throws InvalidCredential. `checkCredential` has already verified that all required members exist, and that all
   * members are declared.
   */
  check(secret: Texts, metadata: Texts): CheckedCredential;
}

/** The check of a type whose members may be any text: the first member of the secret is the one that is hinted at. */
export function createPlainCheck(member: string): CredentialType['check'] {
  return (secret, metadata) => ({ secret, metadata, hinted: secret[member] ?? '', expiresAt: null });
}
