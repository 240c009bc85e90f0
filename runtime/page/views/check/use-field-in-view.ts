import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns the reference of an element that scrolls a table. It scrolls to the column of a field whenever another one is
 * selected, because a wrong cell may be far to the right. `field` is its index; -1: no field is selected. `fixed` is the
 * number of columns before that of the first field, which stay in view where there is room.
 */
export function useFieldInView(
  { field, fixed }: { field: number; fixed: number },
  isShown: boolean,
): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const heads = scroller.current?.querySelectorAll<HTMLElement>('thead th');
    const head = field < 0 ? undefined : heads?.[field + fixed];
    if (scroller.current === null || heads === undefined || head === undefined) return;
    const sticky = [...heads].slice(0, fixed).filter((each) => getComputedStyle(each).position === 'sticky');
    scroller.current.scrollLeft = head.offsetLeft - sticky.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
  }, [field, fixed, isShown]);
  return scroller;
}
