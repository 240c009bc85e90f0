/** A record type whose records are members of the record that encloses them. A constant of the generated module. */
export interface PartType {
  /** The type and the type that encloses it, as indexes. */
  readonly type: number;
  readonly parent: number;
  /** The name of the member. */
  readonly member: string;
  /** Whether the member is a list. If not, it is an object or null. */
  readonly isList: boolean;
}

/** The parts of all types. Records are many, so what they need is found once. */
export interface PartTypes {
  /** The part that a type is, by the index of the type. Undefined: it is none. */
  readonly ofType: readonly (PartType | undefined)[];
  /** The parts of a type, in the order of the spec, by the index of the type. */
  readonly inside: readonly (readonly PartType[])[];
  /** The place of a part among those of its parent, by the index of its type. */
  readonly places: readonly number[];
}

/** Returns the parts by their types. */
export function indexParts(parts: readonly PartType[]): PartTypes {
  const size = Math.max(-1, ...parts.flatMap(({ type, parent }) => [type, parent])) + 1;
  const types = Array.from({ length: size }, (_, type) => type);
  const inside = types.map((type) => parts.filter(({ parent }) => parent === type));
  const ofType = types.map((type) => parts.find((part) => part.type === type));
  const places = ofType.map((part) => (part === undefined ? -1 : (inside[part.parent]?.indexOf(part) ?? -1)));
  return { ofType, inside, places };
}
