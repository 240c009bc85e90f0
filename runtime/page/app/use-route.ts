import { useCallback, useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute, type Route } from '../route/route.ts';

/** Returns the route in the address bar, and a function that goes to another one. */
export function useRoute(): [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const go = useCallback((next: Route) => {
    location.hash = formatRoute(next);
  }, []);
  return [route, go];
}
