/**
 * Maps code points to character classes, which are numbers. Class 0 contains all code points that are in no other
 * class.
 */
export interface CodePointTable {
  /** The classes of U+0000 to U+007F. */
  readonly ascii: Uint16Array;
  /** Returns the class of any code point. */
  of(codePoint: number): number;
}

const PAGE = 256;
const PAGES = 0x110000 / PAGE;

/**
 * Parses the character classes of a pattern. Classes 1, 2 and so on are separated by `/`, and the ranges of a class by
 * a blank. A range is `gap` or `gap-more`, in base 36. `gap` is the number of code points between the previous range of
 * the class and this one. For the first range, it is the first code point. `more` is the number of further code points
 * in the range.
 */
export function createCodePointTable(text: string): CodePointTable {
  const ranges = readRanges(text);
  const ascii = new Uint16Array(128);
  ranges.forEach(({ from, to, number }) => ascii.fill(number, from, to + 1));
  // Most values are ASCII. The table for other characters is created when the first one occurs.
  let pages: { index: Uint16Array; classes: Uint16Array } | undefined;
  return {
    ascii,
    of(codePoint) {
      pages ??= toPages(ranges);
      return pages.classes[(pages.index[codePoint >>> 8] as number) * PAGE + (codePoint & 255)] as number;
    },
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

function readRanges(text: string): Range[] {
  const ranges: Range[] = [];
  text.split('/').forEach((list, index) => {
    let next = 0;
    for (const range of list === '' ? [] : list.split(' ')) {
      const [gap = '', more = '0'] = range.split('-');
      const from = next + parseInt(gap, 36);
      const to = from + parseInt(more, 36);
      ranges.push({ from, to, number: index + 1 });
      next = to + 1;
    }
  });
  return ranges;
}

/**
 * Creates a two-level table: the first level maps code point / 256 to a page, and the page contains classes. Pages with
 * only one class are shared.
 */
function toPages(ranges: readonly Range[]): { index: Uint16Array; classes: Uint16Array } {
  const pageOfClass = new Map<number, number>();
  const index = new Uint16Array(PAGES);
  const pages: Uint16Array[] = [];
  const uniform = (number: number): number => {
    const page = pageOfClass.get(number) ?? pages.push(new Uint16Array(PAGE).fill(number)) - 1;
    pageOfClass.set(number, page);
    return page;
  };
  index.fill(uniform(0));
  for (const { from, to, number } of ranges) {
    for (let page = from >>> 8; page <= to >>> 8; page++) {
      const [first, last] = [Math.max(from - page * PAGE, 0), Math.min(to - page * PAGE, PAGE - 1)];
      if (first === 0 && last === PAGE - 1) index[page] = uniform(number);
      else createPage(index, pages, page).fill(number, first, last + 1);
    }
  }
  const classes = new Uint16Array(pages.length * PAGE);
  pages.forEach((page, i) => classes.set(page, i * PAGE));
  return { index, classes };
}

/** Returns a page that can be modified. If the page is still the shared page of class 0, creates a new one. */
function createPage(index: Uint16Array, pages: Uint16Array[], page: number): Uint16Array {
  if (index[page] === 0) index[page] = pages.push(new Uint16Array(PAGE)) - 1;
  return pages[index[page] as number] as Uint16Array;
}
