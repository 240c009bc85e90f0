import type { VNode } from 'preact';
import { Failure } from '../elements/failure.tsx';
import { useLoaded } from '../service/use-loaded.ts';

type Operation = typeof import('../views/operation.ts');

/** The views of the bundle `operation`. `show` is called when they are there. */
export function OperationView({ show }: { show: (views: Operation) => VNode }) {
  const loaded = useLoaded(() => import('../views/operation.ts'), []);
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'loaded') return show(loaded.value);
  // The files of an earlier version of the service are gone after it was replaced.
  return (
    <Failure title="This view cannot be loaded" message="reload the page, because the service may have a new version" />
  );
}
