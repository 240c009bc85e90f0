/** How to connect to the PostgreSQL database of the store. It must never be logged. */
export interface PostgresSettings {
  /** A host name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Null if there is none; then the driver looks into the password file of the user. */
  readonly password: string | null;
  /**
   * Null without TLS. `verifies`: what the certificate is checked for, the authority or also the name of the host. `ca`
   * is the authority in PEM; null to use those of Node.js.
   */
  readonly tls: { readonly verifies: 'nothing' | 'authority' | 'host'; readonly ca: string | null } | null;
}

/** Names a database for a person: without the user and the password. */
export function describeDatabase({ host, port, database }: PostgresSettings): string {
  return `postgresql://${host}:${port}/${database}`;
}
