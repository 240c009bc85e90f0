const KEY = 'specmill-key';

/** Returns the API key that the user asked to keep for this tab, or null. */
export function readKey(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores the key until the tab is closed, or removes it. Other pages cannot read it. */
export function storeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage, the key is in memory only.
  }
}
