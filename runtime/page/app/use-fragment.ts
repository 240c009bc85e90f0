import { useCallback, useEffect, useState } from 'preact/hooks';

/** Returns the fragment in the address bar, such as `#/runs`, and a function that goes to another one. */
export function useFragment(): [string, (fragment: string) => void] {
  const [fragment, setFragment] = useState(() => location.hash);
  useEffect(() => {
    const follow = () => setFragment(location.hash);
    addEventListener('hashchange', follow);
    // It may have changed since the first rendering.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  const go = useCallback((next: string) => {
    location.hash = next;
  }, []);
  return [fragment, go];
}
