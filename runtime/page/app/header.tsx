import { useEffect, useRef, useState } from 'preact/hooks';
import type { View } from './views.tsx';
import { applyTheme, nextTheme, readTheme } from './theme.ts';

interface HeaderProps {
  /** The views that the user may use. */
  views: readonly View[];
  current: View | null;
  /** Whether there is a reference of the API that the browser can open. */
  hasReference: boolean;
  /** Null if the user is not signed in. */
  onSignOut: (() => void) | null;
}

/** The top of the page. */
export function Header({ views, current, hasReference, onSignOut }: HeaderProps) {
  const [theme, setTheme] = useState(readTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  const skip = (event: Event) => {
    // The fragment of the URL is the route, so the link moves the focus itself.
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen, the row of views is wider than the screen.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current !== null && link != null) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 16;
  }, [current, views.length]);
  return (
    <header class="top">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Brand />
      <nav aria-label="Views" ref={nav}>
        {views.map((view, index) => (
          <a
            key={view.name}
            href={index === 0 ? '#/' : `#/${view.name}`}
            aria-current={view === current ? 'page' : undefined}
          >
            {view.title}
          </a>
        ))}
        {hasReference && <a href="docs">API</a>}
      </nav>
      <span class="grow" />
      {onSignOut !== null && (
        <button type="button" class="plain" onClick={onSignOut}>
          Sign out
        </button>
      )}
      <button type="button" class="plain" onClick={change} title="Change the colours">
        <span aria-hidden="true">◐ </span>
        <span class="wide-only">Colours: </span>
        {theme === 'system' ? 'auto' : theme}
      </button>
    </header>
  );
}

/** The name of the program, which leads to the first view. */
export function Brand() {
  return (
    <a class="brand" href="#/">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect x="2" y="3" width="20" height="4" rx="1.5" />
        <rect x="2" y="10" width="13" height="4" rx="1.5" />
        <rect x="2" y="17" width="7" height="4" rx="1.5" />
        <path d="M14.5 18.2l2.6 2.6 5-5.4" fill="none" stroke="currentColor" stroke-width="2.2" />
      </svg>
      Specmill
    </a>
  );
}
