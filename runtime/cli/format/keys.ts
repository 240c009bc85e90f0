import type { StoredKey } from '../../state/store/access-keys.ts';
import { type Cell, formatTable } from './table.ts';
import { type Terminal, visible } from './terminal.ts';

/** Returns a key as `keys list --json` prints it, without its hash. `now` is in milliseconds since 1970. */
export function toKeyJson(key: StoredKey, now: number): object {
  const { id, name, scopes, topics, specs, integrations, certificate, createdAt, expiresAt, revokedAt } = key;
  return {
    id,
    name,
    state: stateOf(key, now),
    scopes,
    topics,
    specs,
    integrations,
    certificate,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    revokedAt: timeOf(revokedAt),
  };
}

/** Returns the table of `keys list`. Empty if there is no key. */
export function formatKeys(keys: readonly StoredKey[], now: number, terminal: Terminal): string {
  if (keys.length === 0) return '';
  const paints = { active: terminal.green, expired: terminal.yellow, revoked: terminal.red };
  const rows = keys.map((key): Cell[] => {
    const state = stateOf(key, now);
    return [
      { text: key.id },
      { text: visible(key.name) },
      { text: state, paint: paints[state] },
      { text: key.scopes.join(',') },
      { text: key.topics?.join(',') ?? 'all' },
      { text: key.specs?.join(',') ?? 'all' },
      { text: key.integrations?.join(',') ?? (key.scopes.some(isConnecting) ? 'all' : 'none') },
      { text: timeOf(key.expiresAt)?.slice(0, 10) ?? 'never' },
      { text: key.certificate === null ? 'key' : visible(key.certificate) },
    ];
  });
  const titles = ['Id', 'Name', 'State', 'Scopes', 'Topics', 'Specs', 'Integrations', 'Expires', 'Certificate or key'];
  return `${formatTable(
    titles.map((title) => ({ title })),
    rows,
    terminal.width,
  ).join('\n')}\n`;
}

function isConnecting(scope: string): boolean {
  return scope === 'connect' || scope === 'admin';
}

function stateOf({ revokedAt, expiresAt }: StoredKey, now: number): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && now >= expiresAt ? 'expired' : 'active';
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
