import type { Words } from '../../../base/validation/words.ts';

/**
 * A member of `secret` or `metadata` does not fit the type of the credential. The message never contains a part of a
 * secret.
 */
export class InvalidCredential extends Error {
  override readonly name = 'InvalidCredential';
  /** The member that is wrong, for example `secret.privateKey`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The members of a secret or of metadata, by name. */
export type Texts = Readonly<Record<string, string>>;

/** A credential that has been checked. */
export interface CheckedCredential {
  /** The members that are stored encrypted. */
  readonly secret: Texts;
  /** The members that are stored and returned in the clear. */
  readonly metadata: Texts;
  /** The text from which the hint is made. The hint shows its last characters. */
  readonly hinted: string;
  /** When the secret expires: ISO 8601, UTC. Null if it does not expire or does not state it. */
  readonly expiresAt: string | null;
}

/** A type of credential: its members and their check. */
export interface CredentialType {
  readonly type: string;
  /** What people call it. */
  readonly title: string;
  /** What people read about members of `secret` and `metadata`. One without a title is named after itself. */
  readonly words?: Words;
  /**
   * The names of the members of `secret`; true means required. If a caller sends a text instead of an object, the text
   * is the value of the first member.
   */
  readonly secret: Readonly<Record<string, boolean>>;
  /**
   * The names of the members of `metadata` that a caller may send; true means required. check() may add further
   * members.
   */
  readonly metadata: Readonly<Record<string, boolean>>;
  /**
   * Checks the members and returns what is stored, which may be a normalised form. Throws InvalidCredential.
   * `checkCredential` has already verified that all required members exist, and that no others exist.
   */
  check(secret: Texts, metadata: Texts): CheckedCredential;
}

/**
 * Creates the check of a type whose members may be any text. `member` is the member of the secret from which the hint
 * is made.
 */
export function createPlainCheck(member: string): CredentialType['check'] {
  return (secret, metadata) => ({ secret, metadata, hinted: secret[member] ?? '', expiresAt: null });
}
