/** The kinds of database servers that Specmill connects to. */
export type DatabaseDriver = 'postgresql' | 'mariadb';

/** All values of DatabaseDriver. */
export const DATABASE_DRIVERS: readonly DatabaseDriver[] = ['postgresql', 'mariadb'];

/** How to connect to a database. It is plain data, which can be sent to another thread. It must never be stored. */
export interface DatabaseSettings {
  readonly driver: DatabaseDriver;
  /** The configured host. The certificate of the server must be for it. */
  readonly host: string;
  /** The address of the host that passed the host guard. */
  readonly address: string;
  readonly port: number;
  readonly database: string;
  /** The schema of the tables in PostgreSQL; null for the default of the user. */
  readonly schema: string | null;
  /** Null for connections without TLS. `ca` is a certificate authority in PEM; absent to use those of Node.js. */
  readonly ssl: { readonly ca?: string } | null;
  readonly username: string;
  readonly password: string;
}

/** The port of a server whose configuration names none. */
export const DEFAULT_PORTS: Readonly<Record<DatabaseDriver, number>> = { postgresql: 5432, mariadb: 3306 };
