import type { Connector } from '../../connector/connector.ts';

/** The integrations that jobs read from. `idOrName` takes the id or the name of an integration. */
export interface JobSources {
  /** Returns an integration; null if there is none. */
  find(idOrName: string): Promise<{
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly config?: Readonly<Record<string, unknown>>;
  } | null>;
  /**
   * Returns the connector of an integration. The caller must release it. Throws an Error if it cannot be opened: there
   * is no such integration, its config does not fit, or the vault is locked.
   */
  openConnector(idOrName: string): Promise<{ readonly connector: Connector; release(): void }>;
}
