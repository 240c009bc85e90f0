import type { SchemaJson } from './schema-form.ts';

/** How an encoding puts messages into a file of its own, with their schema. */
export interface ContainerForm {
  create(options: ContainerOptions): Container;
}

/** What the file is written with. */
export interface ContainerOptions {
  /** The schemas of the messages: several if they have several types. */
  readonly schemas: readonly SchemaJson[];
  /** 16 random bytes, which no sender of a file can know. */
  readonly sync: Uint8Array;
  /** Compresses a block (RFC 1951). Null: blocks are not compressed. */
  readonly deflate: ((bytes: Uint8Array) => Uint8Array) | null;
}

/** Writes a file part by part. */
export interface Container {
  /** The beginning of the file. */
  readonly header: Uint8Array;
  /** Returns the next bytes of the file, with at least one message. The messages themselves may be among them. */
  block(messages: ContainerMessages): readonly Uint8Array[];
}

/** Messages as batches have them. `types` are the indexes of their schemas; null: there is one schema. */
export interface ContainerMessages {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly count: number;
  readonly types: readonly number[] | null;
}
