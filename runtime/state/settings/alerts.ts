import { SettingError } from './values/setting.ts';

/** Where alerts are posted, and the secret that signs them. */
export interface AlertSettings {
  readonly url: string;
  readonly secret: Uint8Array;
}

const SECRET = 'SPECMILL_ALERT_SECRET';
const PREFIX = 'whsec_';
/** The sizes of a secret that Standard Webhooks permits, in bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/**
 * Returns the settings of alerts; null if there is no --alert-url. The secret comes from the environment variable
 * SPECMILL_ALERT_SECRET: `whsec_` and 24 to 64 bytes in base64, as in Standard Webhooks. There is no such flag, because
 * other users of the machine can see flags. Throws SettingError if the secret is missing or malformed.
 */
export function readAlertSettings(url: string | null, env: NodeJS.ProcessEnv): AlertSettings | null {
  if (url === null) return null;
  const written = env[SECRET] ?? '';
  const encoded = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : '';
  const secret = Buffer.from(encoded, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || secret.length < MIN_BYTES || secret.length > MAX_BYTES)
    throw new SettingError(
      `--alert-url requires a secret in ${SECRET}: "${PREFIX}" and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`,
    );
  return { url, secret };
}
