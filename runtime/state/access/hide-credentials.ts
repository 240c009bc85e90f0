/** API keys, and texts that begin like a JWT. */
const CREDENTIALS = /sm_[A-Za-z0-9]{12}_[A-Za-z0-9_-]+|eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*/g;

/** Returns a text without API keys and tokens, for logs and the audit: a caller may put one into a path by mistake. */
export function hideCredentials(text: string): string {
  return text.replace(CREDENTIALS, '…');
}
