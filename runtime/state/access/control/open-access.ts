import type { Log } from '../../../base/log/json-log.ts';
import type { AuditStore } from '../../store/audit.ts';
import { openAuditFile } from '../audit/audit-file.ts';
import { type AuditLog, createAuditLog } from '../audit/audit-log.ts';
import {
  acceptedCredentials,
  authenticate,
  type CredentialKind,
  type Credentials,
  isControlled,
  type Recognition,
} from './authenticate.ts';
import type { Authenticated } from '../authenticated.ts';
import type { KeySource } from '../jwt/load-keys.ts';
import type { JwtSettings, JwtVerifier } from '../jwt/verifier.ts';
import { openKeyRing } from '../keys/key-ring.ts';
import { createRateLimiter, type RateLimiter } from '../rate-limiter.ts';

/** Who may call the service. */
export interface Access {
  /** True if callers must identify themselves. It can become true while the service runs, but never false again. */
  readonly isControlled: boolean;
  /** The kinds of credentials: a caller needs one of them. Empty if `isControlled` is false. */
  readonly acceptedCredentials: readonly CredentialKind[];
  /** Finds out who sends a request. Throws KeysUnavailable. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /** Null if requests are not limited. */
  readonly rate: RateLimiter | null;
  close(): Promise<void>;
}

/** The issuer of the tokens to accept, and where its keys are. */
export interface JwtIssuer extends JwtSettings {
  keys: KeySource;
}

/** The options of openAccess(). */
export interface AccessOptions {
  /** The data folder, which has the keys. */
  data: string;
  /** Null if no tokens are accepted. */
  jwt: JwtIssuer | null;
  /** Whether TLS requires a client certificate. */
  hasClientCertificates: boolean;
  /** Requests per second and caller. Null: no limit. */
  rate: number | null;
  log: Log;
}

/** Opens the access control of a data folder. Throws the errors of openKeyStore(). */
export async function openAccess({ data, jwt, hasClientCertificates, rate, log }: AccessOptions): Promise<Access> {
  const recognition: Recognition = {
    keys: await openKeyRing(data, log),
    jwt: jwt === null ? null : await openVerifier(jwt, log),
    hasClientCertificates,
  };
  return {
    get isControlled() {
      return isControlled(recognition);
    },
    get acceptedCredentials() {
      return acceptedCredentials(recognition);
    },
    authenticate: (credentials) => authenticate(credentials, recognition),
    rate: rate === null ? null : createRateLimiter(rate),
    close: () => recognition.keys.close(),
  };
}

/**
 * Opens the audit. `path` is the file of --audit, or null. Appends an entry for each run that was accepted just before
 * the last process was killed; `runPath` is the path of the route that accepts runs. Throws an Error if the file cannot
 * be written, and DiskFull.
 */
export async function openAudit(options: {
  store: AuditStore;
  path: string | null;
  runPath: string;
  keepMs: number;
  log: Log;
}): Promise<AuditLog> {
  const { store, path, runPath, keepMs, log } = options;
  const file = path === null ? null : await openAuditFile(path, log);
  await store.addMissingRuns(runPath);
  return createAuditLog({ store, keepMs, log, file });
}

// jose is loaded only if tokens are accepted.
async function openVerifier({ keys: source, ...settings }: JwtIssuer, log: Log): Promise<JwtVerifier> {
  const { createJwtVerifier } = await import('../jwt/verifier.ts');
  const { createIssuerKeys } = await import('../jwt/issuer-keys.ts');
  const { loadKeys } = await import('../jwt/load-keys.ts');
  return createJwtVerifier(settings, createIssuerKeys({ load: () => loadKeys(source), log }));
}
