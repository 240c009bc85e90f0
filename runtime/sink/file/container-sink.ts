import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { createMessageSchemas, encoderOf } from '../../../compiler/formats.ts';
import type { Batch, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { createMessageMemory } from '../../base/model/message-memory.ts';
import type { Sink } from '../contract.ts';
import type { LineTarget } from '../line-targets.ts';
import { closeTarget } from '../ndjson.ts';
import { WriteQueue } from '../write-queue.ts';

const SYNC_BYTES = 16;

/** How a file of messages with their schema is written. */
export interface ContainerSettings {
  /** The namespace of the names in the schema. Null: none. */
  readonly namespace: string | null;
  readonly isDeflated: boolean;
}

/**
 * Creates a sink that writes the messages of a run as a file with their schema. The messages of a batch are a block. The
 * encoding of the spec must have such files.
 */
export function createContainerSink(target: LineTarget, settings: ContainerSettings): Sink {
  const memory = createMessageMemory();
  const queue = new WriteQueue(target, memory);
  let write: ((batch: Batch) => readonly Uint8Array[]) | null = null;
  return {
    messages: true,
    usesKeys: false,
    memory,
    async open({ spec }) {
      const container = openContainer(spec, settings);
      write = container.write;
      await queue.add(container.header);
      return null;
    },
    async commit(batch) {
      if (batch.count === 0 || write === null) return;
      for (const part of write(batch)) await queue.add(part);
    },
    close: (result) => closeTarget(target, queue, result),
  };
}

function openContainer(
  spec: SpecInfo,
  { namespace, isDeflated }: ContainerSettings,
): { readonly header: Uint8Array; write(batch: Batch): readonly Uint8Array[] } {
  const { container: form, name } = encoderOf(spec);
  if (form === undefined) throw new Error(`${name} messages have no files with their schema`);
  const schemas = createMessageSchemas(spec, namespace);
  const container = form.create({
    schemas: schemas.map(({ schema }) => schema),
    sync: randomBytes(SYNC_BYTES),
    deflate: isDeflated ? (bytes) => deflateRawSync(bytes) : null,
  });
  // The index of the schema of each record type, or -1.
  const schemaOfType = (spec.recordTypes ?? []).map(({ name: type }) =>
    schemas.findIndex(({ recordType }) => recordType === type),
  );
  const hasTypes = schemas.length > 1;
  return {
    header: container.header,
    write: ({ bytes, ends, count, typed }) => {
      const types = Array.from(typed?.messageTypes ?? [], (type) => schemaOfType[type] ?? -1);
      return container.block({ bytes, ends, count, types: hasTypes ? types : null });
    },
  };
}
