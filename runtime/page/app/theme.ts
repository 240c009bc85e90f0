/** The colours of the page: those of the system, or a choice of the user. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'specmill-theme';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Returns the stored choice of the user. */
export function readTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    // The browser may forbid the storage.
    return 'system';
  }
}

/** Applies a theme and stores it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice is then lost with the page.
  }
}

/** Returns the theme that follows in the order of the button. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
}
