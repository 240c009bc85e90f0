import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Number of columns before that of the first field. They stay in view where there is room. */
const FIXED_COLUMNS = 2;

/**
 * Returns the reference of an element that scrolls a table. It scrolls to the column of a field whenever another one is
 * selected, because a wrong cell may be far to the right. `field` is its index; -1: no field is selected.
 */
export function useFieldInView(field: number, isShown: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const heads = scroller.current?.querySelectorAll<HTMLElement>('thead th');
    const head = field < 0 ? undefined : heads?.[field + FIXED_COLUMNS];
    if (scroller.current === null || heads === undefined || head === undefined) return;
    const fixed = [...heads].slice(0, FIXED_COLUMNS).filter((each) => getComputedStyle(each).position === 'sticky');
    scroller.current.scrollLeft = head.offsetLeft - fixed.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
  }, [field, isShown]);
  return scroller;
}
