/**
 * The text of the cell that a fast reader has passed to the careful reader of a field, until that has returned. Null: none
 * is being read.
 */
export const sentCell: { text: string | null } = { text: null };
