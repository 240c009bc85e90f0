import { optional, text } from '../../shape/create-shape.ts';

/** The key `recordPath`, which formats with documents share: which parts of a document are records. */
export const recordPath = optional(
  text(
    "XML: the path of the elements that are records, such as `/Document/Stmt/Ntry`, or `//Ntry` for elements anywhere. `[@name='value']` or `[2]` after a name selects elements by an attribute or by their position. Required for XML. JSON: the JSON Pointer of the values that are records, such as `/orders/*`; `*` is each member or item. Default for JSON: each line is a record (JSON Lines).",
    {
      min: 1,
      max: 10_000,
    },
  ),
);
