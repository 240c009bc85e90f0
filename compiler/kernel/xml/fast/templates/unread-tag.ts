/** What an element that no field reads contains. */
export const UnreadContent = { NONE: 0, RECORDS: 1, VALUES: 2 } as const;

/** A tag template, as far as it matters here. */
interface InsideTag {
  readonly parent: InsideTag | null;
  /** What the element contains. Null: a field may read it, or no record can be inside of it. */
  readonly unread: { content: number } | null;
}

/**
 * Notes that there are records or values inside of the innermost tag. Returns false if an element that no field reads
 * then has both: the careful reader lists it only where no record is inside, which markup that is learned in parts does
 * not show.
 */
export function noteInside(innermost: InsideTag | null, content: number): boolean {
  for (let tag = innermost; tag !== null && tag.unread !== null; tag = tag.parent) {
    const { unread } = tag;
    if (unread.content !== UnreadContent.NONE && unread.content !== content) return false;
    unread.content = content;
  }
  return true;
}
