import { useEffect } from 'preact/hooks';

/** Asks before the user leaves what is not saved. `question` is for links in the page; the browser has its own words. */
export function useLeaveWarning(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]:not([target])') : null;
      if (link !== null && !confirm(question)) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    addEventListener('click', ask, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('click', ask, { capture: true });
    };
  }, [isUnsaved, question]);
}
