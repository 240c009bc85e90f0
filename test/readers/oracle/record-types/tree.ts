/** Where the records of a type occur. */
export interface TypePlace {
  name: string;
  /** The index of the enclosing type. -1: the file. */
  parent: number;
  min: number;
  max: number;
  /** The field of the enclosing record with the number of records. Null: `min` and `max` apply. */
  numberField: string | null;
  isAnyOrder: boolean;
}

/** A record of a known type, or the file. */
export interface RecordNode {
  /** -1: the file. */
  type: number;
  /** 0: the record is missing. */
  record: number;
  line: number;
  /** The number of lines that continue the record. Absent: none. */
  joined?: number;
  /** The values by field name. Null if none can be read. */
  values: ReadonlyMap<string, string | null> | null;
  parent: RecordNode | null;
  children: RecordNode[];
  /** The types of the records inside that decide which ones fit next. */
  sequence: number[];
}

type Tree = Record<string, unknown>;

/** Reads where the types of a spec occur. */
export function readPlaces(types: readonly Tree[]): TypePlace[] {
  return types.map((type) => {
    const occurs = type['occurs'] ?? 'MANY';
    const range = typeof occurs === 'object' ? (occurs as Tree) : readWord(String(occurs));
    return {
      name: String(type['name']),
      parent: types.findIndex(({ name }) => name === type['in']),
      min: Number(range['min'] ?? 0),
      max: Number(range['max'] ?? Infinity),
      numberField: range['field'] === undefined ? null : String(range['field']),
      isAnyOrder: type['order'] === 'ANY',
    };
  });
}

function readWord(word: string): Tree {
  const min = word === 'ONCE' || word === 'SOME' ? 1 : 0;
  return word === 'ONCE' || word === 'OPTIONAL' ? { min, max: 1 } : { min };
}

/** Returns the records inside a record or the file, at any depth, in the order of the file. */
export function listInside(node: RecordNode): RecordNode[] {
  return node.children.flatMap((child) => [child, ...listInside(child)]);
}
