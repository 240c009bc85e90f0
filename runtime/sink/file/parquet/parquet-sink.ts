import type { ParquetWriter } from 'hyparquet-writer';
import { createMessageSchemas, encoderOf, type TypedReader } from '../../../../compiler/formats.ts';
import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';
import { createMessageMemory } from '../../../base/model/message-memory.ts';
import type { Sink } from '../../contract.ts';
import type { LineTarget } from '../../line-targets.ts';
import { closeTarget } from '../../ndjson.ts';
import { WriteQueue } from '../../write-queue.ts';
import { schemaOfColumns } from './column-schema.ts';
import { RowGroup } from './row-group.ts';

/** Writes the row groups of a file. */
interface ParquetFile {
  write(group: RowGroup): Promise<void>;
  /** Writes the last row group, and the end of the file. */
  end(): Promise<void>;
  readonly group: RowGroup;
}

/**
 * Creates a sink that writes the records of a run as a Parquet file. The values are those of messages with types of their
 * own, so the module must have such an encoding, and records of one published type. Row groups bound the memory.
 */
export function createParquetSink(target: LineTarget): Sink {
  const memory = createMessageMemory();
  const queue = new WriteQueue(target, memory);
  let file: ParquetFile | null = null;
  return {
    messages: true,
    usesKeys: false,
    memory,
    async open({ spec }) {
      file = await openFile(createReader(spec), queue);
      return null;
    },
    async commit(batch) {
      if (file !== null) await file.group.add(batch, file.write);
      memory.release(batch.bytes);
    },
    async close(result) {
      try {
        if (result !== null && result.status !== 'FAILED') await file?.end();
      } catch (error) {
        await queue.drain().catch(() => {});
        await target.discard();
        throw error;
      }
      return closeTarget(target, queue, result);
    },
  };
}

function createReader(spec: SpecInfo): TypedReader {
  const { typed, name } = encoderOf(spec);
  const [described, another] = createMessageSchemas(spec, null);
  if (typed === undefined || described === undefined) throw new Error(`${name} messages have no types of their own`);
  if (another !== undefined) throw new Error('a Parquet file holds records of one type');
  return typed.createReader(described.schema);
}

async function openFile(reader: TypedReader, queue: WriteQueue): Promise<ParquetFile> {
  // Loaded only here: other runs do not need it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const writer: ParquetWriter = new ParquetWriter({
    writer: bytes,
    schema: schemaOfColumns(reader.columns),
    createdBy: 'specmill',
  });
  const flush = async () => {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    await queue.add(written);
  };
  const write = (group: RowGroup) => {
    const rowGroupSize = group.rows;
    writer.write({ columnData: group.take(), rowGroupSize });
    return flush();
  };
  const group = new RowGroup(reader);
  return {
    group,
    write,
    async end() {
      if (group.rows > 0) await write(group);
      writer.finish();
      await flush();
    },
  };
}
